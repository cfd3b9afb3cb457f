import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { createPool, query, type Pool } from './pool.ts';
import { LastStatement, transactAfter, transactionOf, transactOnPool } from './transact.ts';

/** The rows of a test: any table with a key and without relations. */
const ADD = {
  name: 'add-number',
  text: `insert into presence_nodes (id, host) values (lpad($1::int::text, 32, '0')::uuid, $1::int::text)
    returning host::int as number`,
};
const COUNT = { name: 'count-numbers', text: 'select count(*)::int as count from presence_nodes' };
const IN_TRANSACTION = { name: 'xid', text: 'select pg_current_xact_id()::text as id' };
const add = (number: number) => new LastStatement<number>(ADD, [number], ([row]) => (row as { number: number }).number);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2 });
});
beforeEach(() => pool.query('delete from presence_nodes'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const count = async () => (await query<{ count: number }>(pool, COUNT))[0]?.count;

it('sends the last statement with the commit, and returns its result', async () => {
  const ended: boolean[] = [];
  const result = await transactOnPool<number>(pool, async (client) => {
    await query(client, ADD, [1]);
    transactionOf(client, 'a hook').afterEnd.push((isCommitted) => ended.push(isCommitted));
    return add(2);
  });
  expect([result, await count(), ended]).toEqual([2, 2, [true]]);
});

it('commits nothing when the last statement fails, whatever follows it', async () => {
  const ended: boolean[] = [];
  const work = transactOnPool<number>(pool, async (client) => {
    await query(client, ADD, [1]);
    const transaction = transactionOf(client, 'a hook');
    transaction.beforeCommit.push(() => new LastStatement(ADD, [2], () => {}));
    transaction.afterEnd.push((isCommitted) => ended.push(isCommitted));
    return add(1);
  });
  await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'presence_nodes_pkey' });
  expect([await count(), ended]).toEqual([0, [false]]);
});

it('commits nothing when a statement before the commit cannot be made', async () => {
  const work = transactOnPool<number>(pool, async (client) => {
    transactionOf(client, 'a hook').beforeCommit.push(() => {
      throw new Error('no payload');
    });
    return add(1);
  });
  await expect(work).rejects.toThrow('no payload');
  expect(await count()).toBe(0);
});

it('fails when the work has ignored an error, since Postgres then rolls back', async () => {
  const work = transactOnPool(pool, async (client) => {
    await query(client, ADD, [1]);
    await query(client, ADD, [1]).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await count()).toBe(0);
});

it('runs the opening inside of the transaction and in order, and rolls back when it fails', async () => {
  const ids = await transactAfter(
    pool,
    (client) => Promise.all([query(client, IN_TRANSACTION), query(client, IN_TRANSACTION)]),
    async (client, opened) => [...opened.flat(), ...(await query<{ id: string }>(client, IN_TRANSACTION))],
  );
  expect(new Set(ids.map((row) => (row as { id: string }).id)).size).toBe(1);
  const refused = transactAfter(
    pool,
    async (client) => {
      await query(client, COUNT);
      throw new Error('refused');
    },
    () => Promise.resolve(),
  );
  await expect(refused).rejects.toThrow('refused');
  // Both connections are usable.
  expect(await Promise.all([count(), count(), count()])).toEqual([0, 0, 0]);
});
