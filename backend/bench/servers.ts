import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { hashToken, sessionIdOf } from '../http/session-cookie.ts';

const run = promisify(execFile);
/** Concurrent requests. */
export const CONNECTIONS = 32;
/** Pairs of rounds of a comparison; the median counts. */
export const ROUNDS = 7;
/** Length of a round. */
export const ROUND_SECONDS = 4;
const SECRET = 'a secret for the bench that is long enough';
/** Ports of the servers of a bench: the product, the bare server, and a second one of the product. */
export const PORTS = { product: 24_117, bare: 24_118, second: 24_119 } as const;

/** Where the product of a bench beside a bare server stores its data, and in it the files. */
const DATA_DIR = join(tmpdir(), `lyceum-bench-${PORTS.product}`);
/** The folder of stored files that both servers read. */
export const STORED_FILES = join(DATA_DIR, 'files');

const ROOT = join(import.meta.dirname, '..', '..');
/** Loaded before each server: it ends with the bench. */
const COLLECT = join(import.meta.dirname, 'collect.ts');

/** Results of the load of one round. */
interface Load {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
}

/** Results of one round, or the median of several. */
export interface Round extends Omit<Load, 'requests'> {
  /** Processor time of the server and of the database per request; NaN where it cannot be read. */
  processorMs: number;
}

/** Results of interleaved rounds of the product and of what it is compared with. */
export interface Comparison {
  baseline: Round;
  product: Round;
  /**
   * The product's figures by those of the baseline: the median of the ratios within each pair of rounds. The machine's
   * speed changes by a fifth within seconds, so that a ratio of two medians can compare rounds of different speeds.
   */
  ratios: { perSecond: number; processorMs: number };
}

/** The product and the bare server over one database, and the load on both in turn. */
export interface Servers {
  /** Runs interleaved rounds of one address on the product and on the bare server. */
  rounds(path: string): Promise<Comparison>;
  /** Runs interleaved rounds of one address on the product, with its feed as it is and as before audiences. */
  audienceRounds(path: string): Promise<Comparison>;
  /** Returns the resident memory of the product in bytes, and runs its garbage collector for the next reading. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts both servers for one viewer. */
export async function startServers(databaseUrl: string, viewerId: string): Promise<Servers> {
  const [cookie = ''] = await signIn(databaseUrl, [viewerId]);
  const preload = join(import.meta.dirname, 'earlier-feed.ts');
  const servers = await Promise.all([startProduct(databaseUrl, { preload }), startBare(databaseUrl, viewerId)]);
  await rowsOf(databaseUrl, NO_INDEXING);
  const [product = 0, bare = 0] = servers.map(({ pid }) => pid);
  const compared = { cookie, databaseUrl, pids: { product, bare } };
  return {
    rounds: (path) =>
      compare(
        () => loadBare(path, compared),
        () => loadProduct(path, compared),
      ),
    audienceRounds(path) {
      const loadFeed = async (kind: 'now' | 'before'): Promise<Round> => {
        const answer = once(servers[0], 'message');
        servers[0].send(kind);
        await answer;
        return loadProduct(path, compared);
      };
      return compare(
        () => loadFeed('before'),
        () => loadFeed('now'),
      );
    },
    memory() {
      servers[0].kill('SIGUSR2');
      return residentBytes(servers[0].pid ?? 0);
    },
    async stop() {
      for (const server of servers) server.kill('SIGTERM');
      await Promise.all(servers.map(async (server) => server.exitCode ?? once(server, 'exit')));
    },
  };
}

/** One server of the product, for a bench that compares it with itself. */
export interface Product {
  port: number;
  /** Returns the processor time of the process so far, in milliseconds. */
  processorMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Settings of a server of the product, by default those of the bench beside a bare server. */
interface ProductSettings {
  port?: number;
  /** A module that is loaded first. */
  preload?: string;
  /** The folder of the revision, by default this one. */
  root?: string;
  env?: Record<string, string>;
}

/** Starts one server of the product; `processorMs` needs a preload that responds to messages with this time. */
export async function startAlone(databaseUrl: string, settings: ProductSettings): Promise<Product> {
  const server = await startProduct(databaseUrl, settings);
  return {
    port: settings.port ?? PORTS.product,
    async processorMs() {
      const response = once(server, 'message');
      server.send('processor time');
      const [microseconds] = (await response) as [number];
      return microseconds / 1_000;
    },
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

/** Prints the results of both side by side. */
export function printRounds(name: string, { product, baseline, ratios }: Comparison): void {
  print(`${name}, bare server`, baseline);
  print(`${name}, Lyceum`, product);
  process.stdout.write(
    `  ${name}: ${percent(ratios.perSecond)} of the bare server (target: 75%), ` +
      `${percent(1 / ratios.processorMs)} by processor time\n`,
  );
}

/** Prints the change of processor time against before, as +x% or -x%, and the target, if there is one. */
export function printCost(name: string, { product, baseline, ratios }: Comparison, target?: string): void {
  print(`${name}, before`, baseline);
  print(`${name}, now`, product);
  const change = ratios.processorMs - 1;
  process.stdout.write(
    `  ${name}: ${change < 0 ? '' : '+'}${percent(change)} processor time against before` +
      `${target === undefined ? '' : ` (target: ${target})`}\n`,
  );
}

/** Prints how busy the machine was. */
export function printLoad(): void {
  process.stdout.write(
    `  load average of the machine at the end: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}\n`,
  );
}

interface Compared {
  cookie: string;
  databaseUrl: string;
  /** The processes of the servers. */
  pids: { product: number; bare: number };
}

/**
 * Runs pairs of rounds of two loads, after one round of each that does not count. The baseline is first in every second
 * pair.
 */
async function compare(runBaseline: () => Promise<Round>, runProduct: () => Promise<Round>): Promise<Comparison> {
  await runBaseline();
  await runProduct();
  const pairs: { baseline: Round; product: Round }[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const early = number % 2 === 0 ? await runBaseline() : undefined;
    const product = await runProduct();
    pairs.push({ baseline: early ?? (await runBaseline()), product });
  }
  const ratio = (key: 'perSecond' | 'processorMs') =>
    medianOf(pairs.map(({ baseline, product }) => product[key] / baseline[key]));
  return {
    baseline: median(pairs.map(({ baseline }) => baseline)),
    product: median(pairs.map(({ product }) => product)),
    ratios: { perSecond: ratio('perSecond'), processorMs: ratio('processorMs') },
  };
}

function loadProduct(path: string, { cookie, databaseUrl, pids }: Compared): Promise<Round> {
  return measure(databaseUrl, pids.product, () => load(`http://127.0.0.1:${PORTS.product}${path}`, cookie));
}

function loadBare(path: string, { databaseUrl, pids }: Compared): Promise<Round> {
  return measure(databaseUrl, pids.bare, () => load(`http://127.0.0.1:${PORTS.bare}${path}`, ''));
}

async function load(url: string, cookie: string): Promise<Load> {
  const script = join(import.meta.dirname, 'load.ts');
  const { stdout } = await run(process.execPath, [script, url, cookie, String(CONNECTIONS), String(ROUND_SECONDS)]);
  return JSON.parse(stdout) as Load;
}

/** Runs a load, and adds the processor time that a server and the connections of its database have used for it. */
async function measure(databaseUrl: string, pid: number, runLoad: () => Promise<Load>): Promise<Round> {
  const backends = async () => (await rowsOf<{ pid: number }>(databaseUrl, BACKENDS)).map((row) => row.pid);
  const before = new Map([pid, ...(await backends())].map((id) => [id, processorMsOf(id)]));
  const { requests, ...round } = await runLoad();
  const usedMs = [pid, ...(await backends())].map((id) => processorMsOf(id) - (before.get(id) ?? 0));
  return { ...round, processorMs: usedMs.reduce((sum, ms) => sum + ms, 0) / requests };
}

/** The rows of a fixture are not in the search index, and to index them would disturb the rounds of both. */
const NO_INDEXING = `delete from pgboss.schedule where name = 'search-fill'`;

const BACKENDS = `select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

async function rowsOf<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function median(all: readonly Round[]): Round {
  const middle = (key: keyof Round) => medianOf(all.map((round) => round[key]));
  return {
    perSecond: middle('perSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    processorMs: middle('processorMs'),
    failures: all.reduce((sum, round) => sum + round.failures, 0),
  };
}

/** Returns the middle one of an odd number of values. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(name: string, round: Round): void {
  const figures =
    `${round.perSecond.toFixed(0).padStart(6)} requests/s   p50 ${String(round.p50Ms).padStart(4)} ` +
    `ms   p99 ${String(round.p99Ms).padStart(4)} ms   processor ${round.processorMs.toFixed(3)} ms`;
  process.stdout.write(`  ${name.padEnd(24)}${figures}   failures ${round.failures}\n`);
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(0)}%`;
}

/** Returns the processor time of a process so far, in milliseconds; NaN on systems other than Linux. */
function processorMsOf(pid: number): number {
  try {
    // The fields after the name, which can contain spaces; user and system time are in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Returns the resident memory of a process in bytes (Linux only). */
function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024;
}

/** Inserts a session for each viewer. Returns their Cookie headers in the same order. */
export async function signIn(databaseUrl: string, viewerIds: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const cookies: string[] = [];
  for (const viewerId of viewerIds) cookies.push(await signInOne(client, viewerId));
  await client.end();
  return cookies;
}

async function signInOne(client: pg.Client, viewerId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  // As in the session of a client that has fetched its token; others are not cached.
  const csrfToken = randomBytes(24).toString('base64url');
  await client.query(
    `insert into sessions (id, token_hash, user_id, data, created_at, last_seen_at, expires_at)
      values ($1, $2, $3, $4, now(), now(), now() + interval '1 day')`,
    [sessionIdOf(token), hashToken(token), viewerId, JSON.stringify({ passport: { user: viewerId }, csrfToken })],
  );
  const signature = createHmac('sha256', SECRET).update(token).digest('base64').replace(/=+$/, '');
  return `sid=${encodeURIComponent(`s:${token}.${signature}`)}`;
}

function startProduct(
  databaseUrl: string,
  { port = PORTS.product, preload = COLLECT, root = ROOT, env: more }: ProductSettings = {},
): Promise<ChildProcess> {
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    DATA_DIR: join(tmpdir(), `lyceum-bench-${port}`),
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'info',
    LIMIT_FACTOR: '100000',
    ...more,
  };
  const main = join(root, 'backend', 'main.ts');
  return start(['--expose-gc', '--import', preload, main], env, 'listening');
}

function startBare(databaseUrl: string, viewerId: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'bare-server.ts');
  return start(['--import', COLLECT, script, databaseUrl, String(PORTS.bare), viewerId, STORED_FILES], {}, 'ready');
}

async function start(args: string[], env: Record<string, string>, word: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a server of the bench ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      // Only the beginning is read; the rest is drained so that logging never blocks.
      if (text.length < 10_000) text += chunk.toString();
      if (text.includes(word)) resolve();
    });
  });
  return child;
}
