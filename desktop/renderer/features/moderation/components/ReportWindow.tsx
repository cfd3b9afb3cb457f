import type { ReportDialogProps, Reportable } from './ReportDialog.tsx';
import { lazily } from '../../../lib/lazily.tsx';

const ReportDialog = lazily(async () => (await import('./ReportDialog.tsx')).ReportDialog);

/** Shows the report dialog while there is a target; its code loads on first use. */
export function ReportWindow({ target, ...props }: Omit<ReportDialogProps, 'target'> & { target: Reportable | null }) {
  return target && <ReportDialog key={target.id} target={target} {...props} />;
}
