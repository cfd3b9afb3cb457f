import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from './testing/database.ts';
import { endProgram, LOAD_BALANCERS } from './testing/load-balancers.ts';
import { isMissing } from './testing/programs.ts';
import { startTestRedis, type TestRedis } from './testing/redis.ts';
import { findPort } from './testing/ports.ts';
import { TestClient } from './testing/test-client.ts';

const MEMBERS = 4;
/** Tries of one write, about a second in all; the client of a member tries longer. */
const TRIES_MAX = 10;

describe.each(Object.entries(LOAD_BALANCERS))('behind %s', (program, balancer) => {
  describe.skipIf(isMissing(program, 'redis-server'))(`a rolling restart (needs ${program} and redis-server)`, () => {
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let redis: TestRedis;
    let folder: string;
    let proxy: ChildProcess | undefined;
    let url: string;
    const nodes = new Map<number, ChildProcess>();

    beforeAll(async () => {
      database = await createTestDatabase();
      redis = await startTestRedis();
      folder = mkdtempSync(join(tmpdir(), 'lyceum-rolling-'));
      const port = await findPort();
      url = `http://127.0.0.1:${port}`;
      for (let count = 0; count < 2; count += 1) await start(await findPort());
      proxy = balancer.start({ folder, port, nodes: [...nodes.keys()] });
    });
    afterAll(async () => {
      for (const program of [proxy, ...nodes.values()]) if (program) await endProgram(program);
      await redis.stop();
      await database.drop();
      rmSync(folder, { recursive: true });
    });

    /** Starts a node on a port and resolves when it is ready. */
    async function start(port: number): Promise<void> {
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        DATA_DIR: join(folder, 'data'),
        PUBLIC_URL: url,
        TRUST_PROXY: '1',
        PORT: String(port),
        LOG_LEVEL: 'silent',
        LIMIT_FACTOR: '100000',
        DRAIN_SECONDS: '3',
      };
      const node = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      nodes.set(port, node);
      await once(node.stdout, 'data');
      await vi.waitFor(async () => expect(await isReady(`http://127.0.0.1:${port}`)).toBe(true));
    }

    /** Restarts a node as an administrator does: SIGTERM, and the next one when the balancer uses this one again. */
    async function restart(port: number): Promise<void> {
      const node = nodes.get(port);
      if (!node) throw new Error(`There is no node on port ${port}.`);
      const chosen = await findNode(port);
      const ended = once(node, 'exit');
      node.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      await start(port);
      await expect.poll(() => findNode(port)).toBe(chosen);
    }

    /**
     * Returns the node that the load balancer chooses for a client of a node. HAProxy chooses it by the cookie; nginx,
     * without a session, by the address, which all clients here share, and another until `fail_timeout` is over.
     */
    async function findNode(port: number): Promise<string | null> {
      const response = await fetch(`${url}/api/health/ready`, { headers: { cookie: `NODE=n${port}` } });
      await response.body?.cancel();
      return response.ok ? response.headers.get('x-node') : null;
    }

    it('sends each member of one address to a node of their own, and the members together to both', async () => {
      await expect.poll(() => isReady(url)).toBe(true);
      const nodesOf = async (client: TestClient): Promise<(string | null)[]> => {
        await client.signUp('student');
        const responses = await Promise.all(Array.from({ length: 5 }, () => client.get('/api/user')));
        expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
        return responses.map(({ headers }) => headers.get('x-node'));
      };
      for (let member = 0; member < 6; member += 1) expect(new Set(await nodesOf(new TestClient(url))).size).toBe(1);
      // That thirty random sessions have one node by chance is as likely as 1 in 500 million.
      const visited = await Promise.all(Array.from({ length: 30 }, () => visit()));
      expect(new Set(visited).size).toBe(2);
    });

    /** Returns the node of a new session, whichever name its cookie has. */
    async function visit(): Promise<string | null> {
      const session = `s%3A${randomUUID()}`;
      const cookies = [`sid=${session}`, `__Host-sid=${session}`, `a=b; __Host-sid=${session}; sid2=c`];
      const responses = await Promise.all(
        cookies.map((cookie) => fetch(`${url}/api/health/live`, { headers: { cookie } })),
      );
      const chosen = responses.map(({ headers }) => headers.get('x-node'));
      // HAProxy chooses a node for each client that has no cookie of its own.
      if (program === 'nginx') expect(new Set(chosen).size).toBe(1);
      return chosen[0] ?? null;
    }

    it('loses no write and doubles none while members write', async () => {
      await expect.poll(() => isReady(url)).toBe(true);
      let isWriting = true;
      const tries: number[] = [];
      const write = async (client: TestClient): Promise<number> => {
        let count = 0;
        for (; isWriting; count += 1) tries.push(await postSurely(client, `Post ${count}`));
        return count;
      };
      const clients = Array.from({ length: MEMBERS }, () => new TestClient(url));
      for (const client of clients) await client.signUp('teacher');
      const writing = Promise.all(clients.map(write));
      for (const port of nodes.keys()) await restart(port);
      isWriting = false;
      const counts = await writing;
      expect(await countPosts(database.url, clients)).toEqual(counts);
      expect(Math.max(...tries)).toBeLessThanOrEqual(TRIES_MAX);
    });
  });
});

/** Returns how many posts each member has. */
async function countPosts(databaseUrl: string, clients: readonly TestClient[]): Promise<number[]> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  const { rows } = await connection.query<{ count: number }>(
    `select count(p.id)::int as count from unnest($1::uuid[]) with ordinality as u (id, place)
      left join posts p on p.user_id = u.id group by place order by place`,
    [clients.map(({ user }) => user?.id)],
  );
  await connection.end();
  return rows.map(({ count }) => count);
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Writes a post and repeats it with its key until it is acknowledged; returns the number of tries. */
async function postSurely(client: TestClient, content: string): Promise<number> {
  const key = randomUUID();
  let tries = 0;
  const post = async (): Promise<number> => {
    tries += 1;
    return (await client.post('/api/posts', { body: { content }, key })).status;
  };
  await expect.poll(() => post().catch(() => 0), { interval: 100 }).toBe(201);
  return tries;
}
