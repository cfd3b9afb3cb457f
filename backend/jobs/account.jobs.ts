import type { JobDefinition } from '../db/job-queue.ts';
import { deleteDueAccounts } from '../domains/account/deletion.service.ts';
import { buildExport, EXPORT_JOB, removeOldExports, type ExportDeps } from '../domains/account/exports.service.ts';

/** An hour: gigabytes of files take their time. */
const EXPORT_SECONDS = 3_600;

/** Makes archives of accounts, removes old ones, and deletes accounts whose time to change one's mind is over. */
export function accountJobs(deps: ExportDeps): JobDefinition[] {
  return [
    {
      name: EXPORT_JOB,
      expireSeconds: EXPORT_SECONDS,
      run: ({ exportId }: { exportId: string }) => buildExport(deps, exportId),
    },
    {
      name: 'account-care',
      cron: '17 * * * *',
      expireSeconds: EXPORT_SECONDS,
      run: async () => {
        await deleteDueAccounts(deps, new Date());
        await removeOldExports(deps, new Date());
      },
    },
  ];
}
