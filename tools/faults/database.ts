import { setTimeout as wait } from 'node:timers/promises';
import { startTestPostgres, type EmbeddedPostgres } from '../postgres.ts';
import type { SmallDisk } from '../small-disk.ts';
import { signalAll, withChildren } from './processes.ts';
import type { Control } from './plan.ts';

/** Settings of the control `async-commit`: nothing is flushed in time, so that a kill loses commits. */
const ASYNC_COMMIT = [
  'synchronous_commit=off',
  'wal_writer_delay=10000',
  'wal_writer_flush_after=1GB',
  'bgwriter_delay=10000',
];
/** The log of Postgres must leave room on its disk. */
const SMALL_LOG = ['min_wal_size=32MB', 'max_wal_size=64MB'];
const DISK_MB = 640;
const GONE_CHECK_MS = 20;

/** The Postgres of a run. It can be killed, stopped immediately, and frozen. */
export interface FaultyDatabase extends Pick<EmbeddedPostgres, 'adminUrl' | 'databaseUrl' | 'migrateUrl'> {
  /** Kills it with its children (SIGKILL), or requests an immediate shutdown (SIGQUIT). */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  isRunning(): boolean;
  /** Its disk, or the reason why it has none of its own. */
  disk: SmallDisk | string;
  /** Starts it again. Resolves when it accepts connections. */
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  close(): void;
}

/** Starts a separate Postgres for one run. */
export async function openDatabase(control: Control | null, firstPort: number): Promise<FaultyDatabase> {
  const server = await startTestPostgres({
    isDurable: true,
    firstPort,
    settings: [...SMALL_LOG, ...(control === 'async-commit' ? ASYNC_COMMIT : [])],
    ...(control === null && { diskMb: DISK_MB }),
  });
  let frozen: number[] = [];
  const thaw = (): void => {
    signalAll(frozen, 'SIGCONT');
    frozen = [];
  };
  return {
    adminUrl: server.adminUrl,
    databaseUrl: server.databaseUrl,
    migrateUrl: server.migrateUrl,
    disk: server.disk,
    isRunning: () => server.pid() !== undefined,
    async kill(signal) {
      const pid = server.pid();
      if (pid === undefined) return;
      signalAll(signal === 'SIGKILL' ? withChildren(pid) : [pid], signal);
      while (server.pid() !== undefined) await wait(GONE_CHECK_MS);
    },
    start: () => server.startAgain(),
    freeze() {
      const pid = server.pid();
      if (pid === undefined) return;
      frozen = withChildren(pid);
      signalAll(frozen, 'SIGSTOP');
    },
    thaw,
    close() {
      thaw();
      server.stop();
    },
  };
}
