import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { hashToken, sessionIdOf } from '../http/session-cookie.ts';
import { makeFeedDatabase } from './fixture.ts';

const run = promisify(execFile);
const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_SECONDS = 4;
const SECRET = 'a secret for the bench that is long enough';
const PORTS = { product: 24_117, bare: 24_118 };

interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
}

/** Prints the feed rows of speed.md: the product beside the bare server, in interleaved rounds of the same run. */
export async function bench(adminUrl: string): Promise<void> {
  const p50ByRow = new Map<string, number>();
  for (const posts of [2_000, 200_000]) {
    process.stdout.write(`\nfeed: ${posts} posts, 5000 people, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${ROUND_SECONDS} s\n`);
    const { url, viewerId } = await makeFeedDatabase(adminUrl, posts);
    const cookie = await signIn(url, viewerId);
    const servers = await Promise.all([startProduct(url), startBare(url, viewerId)]);
    try {
      for (const scope of ['all', 'network']) {
        const path = `/api/posts?scope=${scope}`;
        const { product, bare } = await rounds(path, cookie);
        p50ByRow.set(`${scope} ${posts}`, product.p50Ms);
        print(`${scope}, bare server`, bare);
        print(`${scope}, Lyceum`, product);
        process.stdout.write(`  ${scope}: ${percent(product.perSecond / bare.perSecond)} of the bare server (to reach: 50%)\n`);
      }
    } finally {
      for (const server of servers) server.kill('SIGTERM');
      await Promise.all(servers.map(async (server) => server.exitCode ?? once(server, 'exit')));
    }
  }
  for (const scope of ['all', 'network']) {
    const growth = (p50ByRow.get(`${scope} 200000`) ?? Number.NaN) / (p50ByRow.get(`${scope} 2000`) ?? Number.NaN);
    process.stdout.write(`  ${scope}: p50 at 100 times the posts is ${growth.toFixed(2)} times (to reach: 1.30)\n`);
  }
  process.stdout.write(`  load average of the machine at the end: ${loadavg().map((load) => load.toFixed(2)).join(' ')}\n`);
}

async function rounds(path: string, cookie: string): Promise<{ product: Round; bare: Round }> {
  const all: { product: Round[]; bare: Round[] } = { product: [], bare: [] };
  await load(`http://127.0.0.1:${PORTS.bare}${path}`, '');
  await load(`http://127.0.0.1:${PORTS.product}${path}`, cookie);
  for (let round = 0; round < ROUNDS; round += 1) {
    all.bare.push(await load(`http://127.0.0.1:${PORTS.bare}${path}`, ''));
    all.product.push(await load(`http://127.0.0.1:${PORTS.product}${path}`, cookie));
  }
  return { product: median(all.product), bare: median(all.bare) };
}

async function load(url: string, cookie: string): Promise<Round> {
  const script = join(import.meta.dirname, 'load.ts');
  const { stdout } = await run(process.execPath, [script, url, cookie, String(CONNECTIONS), String(ROUND_SECONDS)]);
  return JSON.parse(stdout) as Round;
}

function median(all: readonly Round[]): Round {
  const middle = (key: keyof Round) => all.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return { perSecond: middle('perSecond'), p50Ms: middle('p50Ms'), p99Ms: middle('p99Ms'), failures: all.reduce((sum, round) => sum + round.failures, 0) };
}

function print(name: string, round: Round): void {
  const figures = `${round.perSecond.toFixed(0).padStart(6)} requests/s   p50 ${String(round.p50Ms).padStart(4)} ms   p99 ${String(round.p99Ms).padStart(4)} ms`;
  process.stdout.write(`  ${name.padEnd(24)}${figures}   failures ${round.failures}\n`);
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(0)}%`;
}

/** Writes a session for the viewer, as signing in would, and answers its Cookie header. */
async function signIn(databaseUrl: string, viewerId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into sessions (id, token_hash, user_id, data, created_at, last_seen_at, expires_at)
      values ($1, $2, $3, $4, now(), now(), now() + interval '1 day')`,
    [sessionIdOf(token), hashToken(token), viewerId, JSON.stringify({ passport: { user: viewerId }, cookie: { originalMaxAge: 86_400_000, path: '/' } })],
  );
  await client.end();
  const signature = createHmac('sha256', SECRET).update(token).digest('base64').replace(/=+$/, '');
  return `sid=${encodeURIComponent(`s:${token}.${signature}`)}`;
}

function startProduct(databaseUrl: string): Promise<ChildProcess> {
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: String(PORTS.product),
    DATA_DIR: join(tmpdir(), 'lyceum-bench'),
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'info',
    LIMIT_FACTOR: '100000',
  };
  return start([join(import.meta.dirname, '..', 'main.ts')], env, 'listening');
}

function startBare(databaseUrl: string, viewerId: string): Promise<ChildProcess> {
  return start([join(import.meta.dirname, 'bare-server.ts'), databaseUrl, String(PORTS.bare), viewerId], {}, 'ready');
}

async function start(args: string[], env: Record<string, string>, word: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a server of the bench ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      // Only the beginning is looked at; the rest is drained so that logging never blocks.
      if (text.length < 10_000) text += chunk.toString();
      if (text.includes(word)) resolve();
    });
  });
  return child;
}
