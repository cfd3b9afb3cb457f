import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ormConfig } from '../db/mikro-orm.config.ts';
import { createPool, type Pool } from '../db/pool.ts';
import { entities } from '../entities.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createSecretBox } from '../gateways/secret-box.ts';
import { createIdempotencyKeys } from './idempotency.ts';
import { createRateLimits } from './rate-limits.ts';
import type { Route } from './route.ts';
import { createRouter } from './router.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = await MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await orm.close();
  await database.drop();
});

async function countTransactions(): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as open from pg_stat_activity where datname = current_database()
      and state like 'idle in transaction%'`,
  );
  return rows[0].open;
}

it('prepares a creating POST without a transaction and runs its work inside one', async () => {
  const route: Route = {
    endpoint: { method: 'POST', path: '/slow', who: 'public', errors: [], status: 201 },
    schemas: {},
    handler: {
      prepare: async () => {
        const before = await countTransactions();
        return async (tx) => {
          await tx.execute('select 1');
          return { before, inside: await countTransactions() };
        };
      },
    },
  };
  const limits = createRateLimits(1);
  const app = express();
  app.use((req, _res, next) => {
    Object.assign(req, { sessionID: 'a session', session: {} });
    next();
  });
  app.use(
    createRouter(
      [route],
      {
        forkEm: () => orm.em.fork(),
        pool,
        twoFactorRoles: [],
        keys: createIdempotencyKeys(createSecretBox('a key that is long enough for a box'), limits),
      },
      { limits },
    ),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`;
  const answer = await fetch(url, { method: 'POST', headers: { 'idempotency-key': 'one' } });
  expect(await answer.json()).toEqual({ before: 0, inside: 1 });
  server.closeAllConnections();
  server.close();
});
