import { createGpuGuard } from './core/gpu-guard.ts';
import { readStartOptions, restartArguments, START_ARGUMENTS, type StartOptions } from './core/start-options.ts';
import type { ShellToast } from '#shared/bridge/shell.ts';
import { openLog, type Log } from './platform/log.ts';
import {
  askRestart,
  disableHardwareAcceleration,
  followProcesses,
  followUncaught,
  restartApp,
} from './platform/process-errors.ts';

/** Shown in safe mode at each start. */
const SAFE_MODE_TOAST: ShellToast = {
  code: 'SAFE_MODE',
  title: 'Safe mode',
  text: 'Lyceum uses its default settings and no hardware acceleration until you quit it.',
};
/** Shown after a restart because of the graphics process. */
const SOFTWARE_TOAST: ShellToast = {
  code: 'SOFTWARE_RENDERING',
  title: 'Lyceum was restarted',
  text: 'The graphics of this computer stopped working. Until you quit it, Lyceum draws without them.',
};

/** Recovery from crashes and uncaught errors. */
export interface Recovery {
  /** How the app was started. */
  options: StartOptions;
  log: Log;
  warn: (message: string) => void;
  /** The toast of this start; null for a usual start. */
  toast: ShellToast | null;
  restartInSafeMode: () => void;
}

/**
 * Starts the log and follows errors and crashes of all processes; must run before the app is ready. The member is shown
 * one dialog about uncaught errors per run.
 */
export function startRecovery(parts: {
  argv: readonly string[];
  logsDir: string;
  /** Also receives each warning: the console. */
  print: (message: string) => void;
}): Recovery {
  const { argv, logsDir } = parts;
  const options = readStartOptions(argv);
  const file = openLog(logsDir);
  const log: Log = {
    ...file,
    write: (level, message) => {
      if (level !== 'info') parts.print(message);
      file.write(level, message);
    },
  };
  if (options.isSoftwareRendering) disableHardwareAcceleration();
  const afterGpuCrash = createGpuGuard(options.isSoftwareRendering, () => Date.now());
  followProcesses({
    onGpu: (reason) => {
      if (afterGpuCrash(reason) === 'continue') return;
      log.write('warn', 'Lyceum restarts with software rendering.');
      restartApp(restartArguments(argv, START_ARGUMENTS.softwareRendering));
    },
    onOther: (message) => log.write('warn', message),
  });
  let isShown = false;
  followUncaught((error) => {
    log.write('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (isShown) return;
    isShown = true;
    void askRestart().then(
      (isWanted) => isWanted && restartApp(argv.slice(1)),
      () => undefined,
    );
  });
  return {
    options,
    log,
    warn: (message) => log.write('warn', message),
    toast: options.isSafeMode ? SAFE_MODE_TOAST : options.isSoftwareRendering ? SOFTWARE_TOAST : null,
    restartInSafeMode: () => restartApp(restartArguments(argv, START_ARGUMENTS.safeMode)),
  };
}
