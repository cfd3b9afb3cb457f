import {
  adoptStore,
  allowCleanup,
  CLEANUP_PROBLEMS,
  loadCleanupStatus,
} from '../../backend/domains/files/file-cleanup.ts';
import { LauncherError } from '../postgres.ts';
import { textIn, type Command } from './command.ts';
import { formatFields, formatTime } from './table.ts';

/** What operators do about the nightly clean-up of stored files. */
export const FILE_COMMANDS: Readonly<Record<string, Command>> = {
  'files status': async ({ em }) => {
    const status = await loadCleanupStatus(em);
    if (!status) throw notStarted();
    const { cleanedAt, cleanupAfter, report } = status;
    const problem = report?.problem ?? null;
    return formatFields({
      instance: status.id,
      'last clean-up': cleanedAt === null ? 'none yet' : formatTime(cleanedAt),
      problem: problem && CLEANUP_PROBLEMS[problem],
      'paused until': cleanupAfter && formatTime(cleanupAfter),
      'files checked': report && String(report.files),
      'without a row': report && String(report.orphans),
      'moved to trash': report && String(report.discarded),
      restored: report && String(report.restored),
      'deleted from trash': report && String(report.purged),
      'allowed once': status.isCleanupAllowed ? 'yes' : null,
      'store adopted': status.isStoreAdopted ? 'yes, at the next clean-up or start' : null,
    });
  },
  'files allow': async ({ em, options }) => {
    if (!(await allowCleanup(em, textIn(options, 'operator')))) throw notStarted();
    return 'The next clean-up may move any number of files to the trash.';
  },
  'files adopt': async ({ em, options }) => {
    if (!(await adoptStore(em, textIn(options, 'operator')))) throw notStarted();
    return 'The next clean-up or start marks the store as belonging to this database.';
  },
};

function notStarted(): LauncherError {
  return new LauncherError('No server has been started with this database yet.');
}
