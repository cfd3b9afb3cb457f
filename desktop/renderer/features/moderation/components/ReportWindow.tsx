import { lazy, Suspense } from 'react';
import type { ReportDialogProps, Reportable } from './ReportDialog.tsx';

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }));

/** The report window while something is to be reported; its code loads with the first one. */
export function ReportWindow({ target, ...props }: Omit<ReportDialogProps, 'target'> & { target: Reportable | null }) {
  return (
    target && (
      <Suspense fallback={null}>
        <ReportDialog key={target.id} target={target} {...props} />
      </Suspense>
    )
  );
}
