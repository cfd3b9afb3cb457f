import { lazy, Suspense } from 'react';
import type { ReportDialogProps, Reportable } from './ReportDialog.tsx';

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }));

/** Shows the report dialog while there is a target; its code loads on first use. */
export function ReportWindow({ target, ...props }: Omit<ReportDialogProps, 'target'> & { target: Reportable | null }) {
  return (
    target && (
      <Suspense fallback={null}>
        <ReportDialog key={target.id} target={target} {...props} />
      </Suspense>
    )
  );
}
