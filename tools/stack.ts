import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { LauncherError, startPostgres } from './postgres.ts';

/** Root of the repository. */
export const ROOT = join(import.meta.dirname, '..');

/** What the launcher decides; everything else is the backend's own configuration. */
export interface StackSettings {
  port: number;
  dataDir: string;
  /** A database of the operator's own, or undefined for the embedded one. */
  databaseUrl: string | undefined;
}

/** Reads the launcher's settings. @throws LauncherError for a PORT that is none. */
export function readSettings(env: NodeJS.ProcessEnv): StackSettings {
  const port = Number(env['PORT'] || 4000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new LauncherError(`PORT must be a number from 1 to 65535, not "${env['PORT']}".`);
  return { port, dataDir: resolve(ROOT, env['DATA_DIR'] || '.data'), databaseUrl: env['DATABASE_URL'] || undefined };
}

/** Starts the embedded Postgres unless the operator named a database. */
export async function openDatabase(settings: StackSettings): Promise<{ databaseUrl: string; stop: () => void }> {
  if (settings.databaseUrl) return { databaseUrl: settings.databaseUrl, stop: () => {} };
  mkdirSync(settings.dataDir, { recursive: true });
  return startPostgres(settings.dataDir);
}

/** Refuses to go on when something listens on the port already. */
export async function checkPort(port: number): Promise<void> {
  await new Promise<void>((free, busy) => {
    const probe = createServer();
    probe.once('error', () => busy(new LauncherError(`Port ${port} is in use. Stop what listens there, or choose another: PORT=4100 npm start`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => free()));
  });
}

/** How a backend is run: its environment, and where what it prints goes (the terminal, or a file). */
export interface BackendSettings {
  env: Record<string, string>;
  logFile?: string;
  nodeArgs?: readonly string[];
}

/** A running backend that is started again when it dies by itself. */
export interface BackendProcess {
  /** Resolves when it listens; rejects when it cannot start. */
  ready: Promise<void>;
  /** Resolves when it has ended for good, with its exit code. */
  ended: Promise<number>;
  stop(): void;
}

const RESTARTS_MAX = 5;
const RESTART_WINDOW_MS = 60_000;
const LISTENING = 'Lyceum is listening on';

/** Runs `node backend/main.ts`; one that ended badly after it listened is restarted, at most five times a minute. */
export function runBackend({ env, logFile, nodeArgs = [] }: BackendSettings): BackendProcess {
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  const deaths: number[] = [];
  let child: ChildProcess | undefined;
  let isStopping = false;
  let hasListened = false;

  const start = () => {
    const spawned = spawn(process.execPath, [...nodeArgs, join(ROOT, 'backend', 'main.ts')], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = spawned;
    spawned.stdout.on('data', (chunk: Buffer) => {
      if (!hasListened && chunk.includes(LISTENING)) {
        hasListened = true;
        ready.resolve();
      }
      if (log) log.write(chunk);
      else process.stdout.write(chunk);
    });
    spawned.once('exit', (code, signal) => onExit(code ?? 1, signal));
  };
  const onExit = (code: number, signal: NodeJS.Signals | null) => {
    const now = Date.now();
    deaths.push(now);
    const isTooOften = deaths.filter((at) => now - at < RESTART_WINDOW_MS).length > RESTARTS_MAX;
    if (!isStopping && hasListened && !isTooOften) {
      process.stderr.write(`The backend ended (${signal ?? `code ${code}`}); starting it again.\n`);
      start();
      return;
    }
    ready.reject(new LauncherError('The backend could not start; see above.'));
    log?.end();
    ended.resolve(isStopping ? 0 : code || 1);
  };
  ready.promise.catch(() => {});
  start();
  return {
    ready: ready.promise,
    ended: ended.promise,
    stop() {
      isStopping = true;
      child?.kill('SIGTERM');
    },
  };
}

/** Runs a task's work and tells expected failures in one line. */
export async function runTask(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${error instanceof LauncherError ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

/** Calls `stop` once on Ctrl+C or SIGTERM. */
export function onStop(stop: () => void): void {
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('SIGHUP', stop);
}
