import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { migrations } from './index.ts';
import { Migration20261128032500PurchasePages } from './migration-20261128032500-purchase-pages.ts';

const run = async (client: pg.Client, Class: (typeof migrations)[number]): Promise<void> => {
  const migration = new Class({} as never, {} as never) as Migration;
  await migration.up();
  for (const statement of migration.getQueries()) await client.query(statement as string);
};

it('looks up the pages of purchases that have ended once, and no others', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  for (const each of migrations) {
    if (each === Migration20261128032500PurchasePages) break;
    await run(client, each);
  }
  const add = (status: string, checkoutId: string | null, provider = 'stripe') =>
    client.query(
      `insert into purchases (id, title, content_type, amount, currency, provider, status, checkout_id, expires_at,
          check_at, paid_at, receipt_number)
        select gen_random_uuid(), $1::text || coalesce($2, ' without') || $3, 'course', 100, 'USD', $3, $1, $2, now(),
          now() + interval '1 day', case when $1 = 'paid' then now() end, case when $1 = 'paid' then 1 end`,
      [status, checkoutId, provider],
    );
  await add('pending', ' cs_1 ');
  await add('expired', ' cs_2 ');
  await add('expired', null);
  await add('expired', ' test ', 'test');
  await add('failed', ' cs_3 ');
  await add('paid', ' cs_4 ');
  await run(client, Migration20261128032500PurchasePages);
  const { rows } = await client.query<{ title: string; is_due: boolean | null }>(
    `select title, check_at <= now() as is_due from purchases order by title`,
  );
  expect(Object.fromEntries(rows.map(({ title, is_due }) => [title, is_due]))).toEqual({
    'pending cs_1 stripe': false,
    'expired cs_2 stripe': true,
    'expired withoutstripe': null,
    'expired test test': null,
    'failed cs_3 stripe': true,
    'paid cs_4 stripe': null,
  });
  await client.end();
  await database.drop();
});
