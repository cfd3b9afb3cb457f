import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseAway } from '../http/failures.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { createTestDatabase } from '../testing/database.ts';
import { QUERY_TIMEOUT_MS } from './mikro-orm.config.ts';
import { createPool, query, type Pool } from './pool.ts';

const ONE = { name: 'one', text: 'select 1 as one' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let proxy: Server;
const links: [Socket, Socket][] = [];

/** A proxy to the database that can stop forwarding without disconnecting. */
beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  const [port, host] = [Number(address.port), address.hostname];
  proxy = createServer((near) => {
    const far = connect(port, host);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => {});
    links.push([near, far]);
  });
  const proxyPort = await findFreePort(23_000);
  await new Promise<void>((resolve) => proxy.listen(proxyPort, '127.0.0.1', resolve));
  address.port = String(proxyPort);
  pool = createPool(address.href);
});
afterAll(async () => {
  await pool.end();
  for (const end of links.flat()) end.destroy();
  proxy.close();
  await database.drop();
});

it('fails in time when the database does not respond, reports it as unavailable, and works when it responds again', async () => {
  expect(await query(pool, ONE)).toEqual([{ one: 1 }]);
  for (const [near] of links) near.pause();
  const startedAt = performance.now();
  const error: unknown = await query(pool, ONE).catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(QUERY_TIMEOUT_MS + 1_000);
  // The silent connection was dropped; the next query opens a new one.
  expect(await query(pool, ONE)).toEqual([{ one: 1 }]);
});

it('reports a connection that breaks between two statements at the next one, without ending the process', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const broken = new Promise((resolve) => client.once('end', () => resolve(undefined)));
  await query(pool, { name: 'end-one', text: 'select pg_terminate_backend($1)' }, [rows[0]?.pid]);
  await broken;
  const error: unknown = await client.query('commit').catch((reason: unknown) => reason);
  client.release(true);
  expect(isDatabaseAway(error)).toBe(true);
});
