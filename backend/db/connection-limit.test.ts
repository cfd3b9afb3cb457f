import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { entities } from '../entities.ts';
import { createTestDatabase } from '../testing/database.ts';
import { isDatabaseUnavailable } from './availability.ts';
import { waitForFreeConnection } from './connection-limit.ts';
import { ormConfig } from './mikro-orm.config.ts';
import { createPool, query } from './pool.ts';

const ROLE = `few_connections_${process.pid}`;
const SLOW = { name: 'slow', text: 'select 1 as one from pg_sleep(0.1)' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: pg.Client;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
  await admin.connect();
  await admin.query(`create role ${ROLE} login password 'few' connection limit 2`);
  const address = new URL(database.url);
  [address.username, address.password] = [ROLE, 'few'];
  url = address.href;
});
afterAll(async () => {
  await admin.query(`drop role ${ROLE}`);
  await admin.end();
  await database.drop();
});

it('serves every query of a pool that wants more connections than the server has', async () => {
  const pool = createPool(url, { max: 4 });
  const results = await Promise.all(Array.from({ length: 4 }, () => query(pool, SLOW)));
  expect(results).toEqual(Array.from({ length: 4 }, () => [{ one: 1 }]));
  await pool.end();
});

it('serves every statement of the ORM as well', async () => {
  const orm = await MikroORM.init(ormConfig({ databaseUrl: url, entities }));
  const statement = 'select 1 as one from pg_sleep(0.1)';
  const results = await Promise.all(Array.from({ length: 4 }, () => orm.em.fork().execute(statement)));
  expect(results).toEqual(Array.from({ length: 4 }, () => [{ one: 1 }]));
  await orm.close();
});

it('fails as unavailable when no connection becomes free in time', async () => {
  const holder = createPool(url, { max: 2 });
  const clients = await Promise.all([holder.connect(), holder.connect()]);
  const pool = new pg.Pool({ connectionString: url });
  waitForFreeConnection(pool, 300);
  const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  for (const client of clients) client.release();
  await holder.end();
  await pool.end();
});
