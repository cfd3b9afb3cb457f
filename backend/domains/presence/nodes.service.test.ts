import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { newId } from '../../db/clock.ts';
import { createPool, type Pool } from '../../db/pool.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { findPort } from '../../testing/ports.ts';
import { runStatement } from '../../testing/template.ts';
import { registerNode, retireNode, thisProcess } from './nodes.service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let heart: NodeJS.Timeout | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('delete from presence_nodes'));
afterEach(() => clearInterval(heart));

const ELSEWHERE = { host: 'another machine', pid: 7 };
const register = (node = thisProcess(), isOnly = true) => registerNode(pool, { id: newId(), ...node }, { isOnly });
/** Sends the heartbeats of all registered nodes. */
function beat(): void {
  heart = setInterval(() => void pool.query('update presence_nodes set beat_at = now()'), 100);
}
const age = (ms: number) =>
  pool.query(`update presence_nodes set beat_at = now() - $1 * interval '1 millisecond' where host = $2`, [
    ms,
    ELSEWHERE.host,
  ]);

it('refuses a second node while the first sends heartbeats, but not with Redis', async () => {
  expect(await register(ELSEWHERE, false)).toBeNull();
  beat();
  expect(await register()).toMatchObject(ELSEWHERE);
  expect(await register(thisProcess(), false)).toBeNull();
});

it('refuses one of two that start at once', async () => {
  beat();
  const outcomes = await Promise.all([register(ELSEWHERE), register({ host: 'a third machine', pid: 8 })]);
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
});

it('waits until a crashed node of another machine counts as dead', async () => {
  await register(ELSEWHERE, false);
  const startedAt = performance.now();
  await age(PRESENCE_LIMITS.deadMs - 1_000);
  expect(await register()).toBeNull();
  expect(performance.now() - startedAt).toBeGreaterThan(500);
});

it('does not wait for a node that has ended on this machine, or is stopping', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  const ended = { host: thisProcess().host, pid: child.pid ?? 0 };
  for (const former of [ended, thisProcess()]) {
    await register(former, false);
    const startedAt = performance.now();
    expect(await register()).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(PRESENCE_LIMITS.heartbeatMs);
    await pool.query('delete from presence_nodes');
  }
  const id = newId();
  await registerNode(pool, { id, ...ELSEWHERE }, { isOnly: true });
  await retireNode(pool, id);
  expect(await register()).toBeNull();
});

/** Starts a server on the database of this file until it exits; returns its exit code and what it printed. */
async function startServer(): Promise<{ code: number; printed: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-node-'));
  const child = spawn(process.execPath, [join('backend', 'main.ts')], {
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(await findPort()) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  rmSync(dataDir, { recursive: true, force: true });
  return { code, printed };
}

it('a second server names the missing setting and exits', async () => {
  await register(thisProcess(), false);
  beat();
  const { code, printed } = await startServer();
  expect(code).toBe(1);
  expect(printed).toMatch(/REDIS_URL must be given: another Lyceum server uses this database \(process \d+ on /);
  expect(printed).not.toContain(' at ');
});

it('a second server of another version is refused before it migrates the database', async () => {
  await register(thisProcess(), false);
  beat();
  await runStatement(database.ownerUrl, 'drop table schema_migrations');
  const { code, printed } = await startServer();
  expect(code).toBe(1);
  expect(printed).toContain('REDIS_URL must be given');
  expect((await pool.query(`select to_regclass('schema_migrations') as made`)).rows).toEqual([{ made: null }]);
});
