import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openDatabaseLink, type DatabaseLink } from './testing/database-link.ts';
import { createTestDatabase } from './testing/database.ts';
import { findPort } from './testing/ports.ts';
import { TestClient } from './testing/test-client.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let link: DatabaseLink;
let dataDir: string;
let port: number;
let server: ChildProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  link = await openDatabaseLink(database.url);
  dataDir = mkdtempSync(join(tmpdir(), 'lyceum-drain-'));
});
afterEach(() => void server.kill('SIGKILL'));
afterAll(async () => {
  link.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** Starts the server as a process of its own, and resolves when it listens. */
async function start(drainSeconds: number): Promise<TestClient> {
  port = await findPort();
  const env = {
    ...process.env,
    DATABASE_URL: link.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    LIMIT_FACTOR: '100',
    DRAIN_SECONDS: String(drainSeconds),
  };
  server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout ?? server, 'data');
  return new TestClient(`http://127.0.0.1:${port}`);
}

it('is not ready while it drains, and finishes a request after a second SIGTERM', async () => {
  const client = await start(300);
  await client.signUp('teacher');
  const token = await client.token();
  expect(token).not.toBe('');
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await vi.waitFor(async () => {
    const response = await client.get('/api/health/ready');
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
  });
  // It still accepts connections and writes.
  expect((await client.post('/api/posts', { body: { content: 'While draining' } })).status).toBe(201);

  const lock = new pg.Client({ connectionString: database.url });
  await lock.connect();
  await lock.query('begin; lock table posts in exclusive mode');
  const posting = client.post('/api/posts', { body: { content: 'At the end' } });
  await vi.waitFor(async () => {
    const { rowCount } = await lock.query('select 1 from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))');
    expect(rowCount).toBeGreaterThan(0);
  });
  server.kill('SIGTERM');
  await vi.waitFor(() => expect(client.get('/api/health/live')).rejects.toThrow());
  await lock.query('commit');
  expect((await posting).status).toBe(201);
  await lock.end();
  expect(await ended).toEqual([0, null]);
});

it('exits with 0 while the database is frozen', async () => {
  const client = await start(0);
  expect((await client.get('/api/health/ready')).status).toBe(200);
  link.freeze();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
