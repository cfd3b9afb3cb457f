import pino, { type Logger } from 'pino';
import { SECOND_MS } from '#shared/time.ts';
import { logError } from './http/request-log.ts';

/** Size from which buffered lines are written, in bytes: about fifteen requests. */
const BUFFER_BYTES = 4_096;

/**
 * Opens the log of the process, which is its standard output. Lines are buffered, since a write for each request took
 * 7% of the processor time of a page of the feed; they are written within a second, after a fatal error, and when the
 * process exits. Only a process that is killed loses the lines of the last second.
 *
 * The writes are synchronous: an asynchronous one that runs while the process exits would be cut or out of order.
 */
export function openLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true, minLength: BUFFER_BYTES, periodicFlush: SECOND_MS });
  process.once('exit', () => {
    try {
      output.flushSync();
    } catch {
      // No one reads the log any more.
    }
  });
  return pino({ level, serializers: { err: logError } }, output);
}

/**
 * Ends the process when an exception or rejection arrives that no code handles: it is a bug, and the state of the
 * process is unknown. It is logged, and the supervisor starts another process. What was acknowledged is stored.
 */
export function exitOnBugs(log: Logger): void {
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => {
      log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, name);
      process.exit(1);
    });
}
