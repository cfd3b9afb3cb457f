import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { chmodSync, createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '#shared/time.ts';
import { readSecretFiles } from '../backend/config.ts';
import { describeDatabase } from '../backend/db/connection.ts';
import { explainDatabaseError } from '../backend/db/start-error.ts';
import { isStopRequested, onStop, watchSignals } from './interrupt.ts';
import { findRunAs, hasCluster, LauncherError, startPostgres, type EmbeddedPostgres } from './postgres.ts';

/** Root of the repository. */
export const ROOT = join(import.meta.dirname, '..');

/** What the launcher decides; everything else is the backend's own configuration. */
export interface StackSettings {
  port: number;
  dataDir: string;
  /** A database of the operator's own, or undefined for the embedded one. */
  databaseUrl: string | undefined;
  /** The same database with the role that owns the tables; undefined for the one of `databaseUrl`. */
  migrateUrl: string | undefined;
  /** Whether PUBLIC_URL is an https address: these are the settings of a server for members. */
  isPublic: boolean;
}

/** Reads the launcher's settings. @throws LauncherError for a PORT that is none, and for half a database. */
export function readSettings(env: NodeJS.ProcessEnv): StackSettings {
  const port = Number(env['PORT'] || 4000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LauncherError(`PORT must be a number from 1 to 65535, not "${env['PORT']}".`);
  const { DATABASE_URL: databaseUrl, MIGRATE_URL: migrateUrl } = readSecretFiles(env).given;
  if (migrateUrl && !databaseUrl) throw new LauncherError('MIGRATE_URL needs a DATABASE_URL.');
  const isPublic = /^https:/i.test(env['PUBLIC_URL'] ?? '');
  return { port, dataDir: resolve(ROOT, env['DATA_DIR'] || '.data'), databaseUrl, migrateUrl, isPublic };
}

/**
 * The database of a task; `keepRunning` restarts the embedded one when it dies, and does nothing to an operator's own.
 */
export interface OpenDatabase extends Pick<EmbeddedPostgres, 'databaseUrl' | 'wasRunning' | 'stop'> {
  migrateUrl: string | undefined;
  /** Whether the launcher started it, for this machine alone. */
  isEmbedded: boolean;
  /** Both addresses, as settings of the backend. */
  env: { DATABASE_URL: string; MIGRATE_URL?: string };
  keepRunning: () => void;
}

/**
 * Starts the embedded Postgres unless the operator named a database, and prints which database it is. From here on a
 * signal ends the task in order. `mayCreate` is false for a task that makes no sense on a new database.
 *
 * @throws {LauncherError} instead of creating a database where one must exist: a setting was lost.
 */
export async function openDatabase(settings: StackSettings, { mayCreate = true } = {}): Promise<OpenDatabase> {
  watchSignals();
  const { databaseUrl, migrateUrl } = settings;
  if (databaseUrl) {
    process.stderr.write(`Database: ${describeDatabase(databaseUrl)}\n`);
    const env = { DATABASE_URL: databaseUrl, ...(migrateUrl && { MIGRATE_URL: migrateUrl }) };
    return { databaseUrl, migrateUrl, isEmbedded: false, env, wasRunning: true, stop: () => {}, keepRunning: () => {} };
  }
  if (!hasCluster(settings.dataDir) && (settings.isPublic || !mayCreate))
    throw new LauncherError(
      `DATABASE_URL is missing, and there is no database in ${settings.dataDir} (DATA_DIR). Name the database, or the file ` +
        'with the settings of the server: npm run admin|db|serve -- --env-file FILE',
    );
  process.stderr.write(`Database: the one of the launcher in ${settings.dataDir}\n`);
  makeDataFolder(settings.dataDir);
  const postgres = await startPostgres(settings.dataDir);
  return {
    ...postgres,
    isEmbedded: true,
    env: { DATABASE_URL: postgres.databaseUrl, MIGRATE_URL: postgres.migrateUrl },
    keepRunning: () => keepRunning(postgres),
  };
}

/** Creates the data folder, which other users cannot list. Postgres passes it when it runs as another user. */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: findRunAs().uid === undefined ? 0o700 : 0o711 });
}

const CHECK_MS = 1_000;

/** Restarts a Postgres whenever it has died, until the task stops; checks once a second. */
export function keepRunning({ pid, startAgain }: Pick<EmbeddedPostgres, 'pid' | 'startAgain'>): void {
  let isStarting = false;
  const check = async (): Promise<void> => {
    if (isStarting || isStopRequested() || pid() !== undefined) return;
    isStarting = true;
    process.stderr.write('PostgreSQL ended; starting it again.\n');
    await startAgain().catch((error: unknown) =>
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
    );
    isStarting = false;
  };
  setInterval(() => void check(), CHECK_MS).unref();
}

const PORT_TRIES = 12;
const PORT_WAIT_MS = 250;

/**
 * Refuses to go on when something listens on the port; a backend that lost its launcher gets three seconds to leave.
 */
export async function checkPort(port: number): Promise<void> {
  for (let tries = 1; tries <= PORT_TRIES; tries += 1) {
    if (await isFree(port)) return;
    await wait(PORT_WAIT_MS);
  }
  throw new LauncherError(`Port ${port} is in use. Stop what listens there, or choose another: PORT=4100 npm start`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** Settings of a backend: its environment, and the target of its output (the terminal or a file). */
export interface BackendSettings {
  env: Record<string, string>;
  logFile?: string;
  nodeArgs?: readonly string[];
}

/** A running backend that is restarted when it dies, until the task stops. */
export interface BackendProcess {
  /** True when it listens, false when it was stopped before; rejects when it cannot start. */
  ready: Promise<boolean>;
  /** Resolves when it has ended for good, with its exit code. */
  ended: Promise<number>;
}

const RESTARTS_MAX = 5;
const RESTART_WINDOW_MS = 60_000;
const LISTENING = 'Lyceum is listening on';
/**
 * How long the launcher waits for a backend that stops, beyond its DRAIN_SECONDS. The backend ends by itself before;
 * one that hangs is ended, so that Postgres is still stopped in order.
 */
const STOP_TIMEOUT_MS = 40_000;
const DRAIN_SECONDS_DEFAULT = 5;
const LOG_MAX_BYTES = 20_000_000;
const WITH_PARENT = ['--import', new URL('with-parent.mjs', import.meta.url).href];

/** Starts one `node backend/main.ts`, which ends with this process. */
export function spawnBackend(
  env: Record<string, string>,
  nodeArgs: readonly string[] = [],
): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [...nodeArgs, ...WITH_PARENT, join(ROOT, 'backend', 'main.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** True when the output of a backend shows that it listens. */
export function isListening(printed: Buffer): boolean {
  return printed.includes(LISTENING);
}

/** Runs `node backend/main.ts`; one that ended badly after it listened is restarted, at most five times a minute. */
export function runBackend({ env, logFile, nodeArgs = [] }: BackendSettings): BackendProcess {
  const log = logFile === undefined ? undefined : openLog(logFile);
  const ready = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<number>();
  const deaths: number[] = [];
  let child: ChildProcess | undefined;
  let isStopping = false;
  let hasListened = false;

  const start = () => {
    const spawned = spawnBackend(env, nodeArgs);
    child = spawned;
    spawned.stdout.on('data', (chunk: Buffer) => {
      if (!hasListened && isListening(chunk)) {
        hasListened = true;
        ready.resolve(true);
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
    if (isStopping) ready.resolve(false);
    else
      ready.reject(
        new LauncherError(`The backend could not start; see above${logFile === undefined ? '' : ` and ${logFile}`}.`),
      );
    log?.end();
    ended.resolve(isStopping ? 0 : code || 1);
  };
  ready.promise.catch(() => {});
  start();
  onStop((isForced) => {
    isStopping = true;
    child?.kill(isForced ? 'SIGKILL' : 'SIGTERM');
    const drainSeconds = Number(env['DRAIN_SECONDS'] ?? process.env['DRAIN_SECONDS'] ?? DRAIN_SECONDS_DEFAULT);
    setTimeout(() => child?.kill('SIGKILL'), drainSeconds * SECOND_MS + STOP_TIMEOUT_MS).unref();
  });
  return { ready: ready.promise, ended: ended.promise };
}

/** Opens a log to be written on, for this user alone; one that has grown large becomes the previous log. */
export function openLog(file: string): WriteStream {
  if (existsSync(file)) chmodSync(file, 0o600);
  if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.1`);
  return createWriteStream(file, { flags: 'a', mode: 0o600 });
}

/** Runs the work of a task and prints expected failures in one line. */
export async function runTask(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const text = error instanceof LauncherError ? error.message : explainDatabaseError(error);
    process.stderr.write(`${text ?? (error instanceof Error ? error.stack : String(error))}\n`);
    process.exitCode = 1;
  }
  process.exit();
}
