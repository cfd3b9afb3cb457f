import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entities } from '../entities.ts';
import { isDatabaseUnavailable } from './availability.ts';
import { openDatabaseLink, type DatabaseLink } from '../testing/database-link.ts';
import { createTestDatabase } from '../testing/database.ts';
import { ormConfig } from './mikro-orm.config.ts';
import { transact } from './transact.ts';

/** More than the pool holds. */
const TRANSACTIONS = 12;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let link: DatabaseLink;
let orm: MikroORM;

beforeAll(async () => {
  database = await createTestDatabase();
  link = await openDatabaseLink(database.url);
  orm = await MikroORM.init(ormConfig({ databaseUrl: link.url, entities }));
});
afterAll(async () => {
  await orm.close(true);
  link.close();
  await database.drop();
});

const write = () => transact(orm.em.fork(), async (tx) => tx.execute<{ one: number }[]>('select 1 as one'));

/** Runs transactions that are all open at `breakAll`, and returns their errors. */
async function runBroken(breakAll: () => void): Promise<unknown[]> {
  let open = 0;
  let go = (): void => undefined;
  const broken = new Promise<void>((resolve) => {
    go = resolve;
  });
  return Promise.all(
    Array.from({ length: 10 }, () =>
      transact(orm.em.fork(), async (tx) => {
        await tx.execute('select 1');
        open += 1;
        if (open === 10) {
          breakAll();
          go();
        }
        await broken;
        await tx.execute('select 2');
      }).catch((error: unknown) => error),
    ),
  );
}

it('gets its connections back when Postgres ends them inside transactions', async () => {
  for (let i = 0; i < TRANSACTIONS; i += 1) {
    const ended = transact(orm.em.fork(), async (tx) => tx.execute('select pg_terminate_backend(pg_backend_pid())'));
    expect(await ended.catch(isDatabaseUnavailable)).toBe(true);
  }
  expect(await write()).toEqual([{ one: 1 }]);
});

it('gets all of them back when all lines are cut at once', async () => {
  for (let round = 0; round < 2; round += 1) {
    const errors = await runBroken(link.cut);
    expect(errors.every(isDatabaseUnavailable)).toBe(true);
    expect(await Promise.all(Array.from({ length: TRANSACTIONS }, write))).toHaveLength(TRANSACTIONS);
  }
});

it('gets all of them back when Postgres is silent, in a transaction and at its begin', async () => {
  await Promise.all(Array.from({ length: 10 }, write));
  const errors = await runBroken(link.silence);
  expect(errors.every(isDatabaseUnavailable)).toBe(true);
  expect(await write()).toEqual([{ one: 1 }]);
  link.silence();
  expect(await write().catch(isDatabaseUnavailable)).toBe(true);
  expect(await Promise.all(Array.from({ length: TRANSACTIONS }, write))).toHaveLength(TRANSACTIONS);
});

it('releases a connection once after a statement that the server refused', async () => {
  for (let i = 0; i < TRANSACTIONS; i += 1)
    await expect(transact(orm.em.fork(), async (tx) => tx.execute('select 1 / 0'))).rejects.toThrow('division by zero');
  await expect(orm.em.fork().execute('select no_such_column')).rejects.toThrow('does not exist');
  expect(await write()).toEqual([{ one: 1 }]);
});
