import type { ReportDialogProps, Reportable } from './ReportDialog.tsx';
import { lazily } from '../../../lib/lazily.tsx';

const ReportDialog = lazily(async () => (await import('./ReportDialog.tsx')).ReportDialog);

/** Shows the report dialog while there is a target. The code of the dialog is loaded at its first use. */
export function LazyReportDialog({
  target,
  ...props
}: Omit<ReportDialogProps, 'target'> & { target: Reportable | null }) {
  return target && <ReportDialog key={target.id} target={target} {...props} />;
}
