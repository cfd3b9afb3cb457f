import { afterAll, beforeAll, expect, it } from 'vitest';
import { USER_LOG_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteOldEntries } from './sync.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function logOf({
  seqs,
  lastSeq,
  daysOld = 0,
}: {
  seqs: number[];
  lastSeq: number;
  daysOld?: number;
}): Promise<() => Promise<number[]>> {
  const { id } = await buildUser(app.em());
  await app.pool.query('insert into user_logs (user_id, last_seq) values ($1, $2)', [id, lastSeq]);
  const insert = `insert into user_log_entries (user_id, seq, kind, payload, created_at)
    select $1, unnest($2::bigint[]),
    'new-message', '{}', now() - $3 * interval '1 day'`;
  await app.pool.query(insert, [id, seqs, daysOld]);
  return async () =>
    (
      await app.pool.query<{ seq: string }>('select seq from user_log_entries where user_id = $1 order by seq', [id])
    ).rows.map(({ seq }) => Number(seq));
}

it('deletes entries past the age limit or the number limit', async () => {
  const many = await logOf({ seqs: [1, 2, 3, 4], lastSeq: USER_LOG_LIMITS.entriesMax + 2 });
  const few = await logOf({ seqs: [1, 2], lastSeq: 2 });
  const old = await logOf({ seqs: [1, 2], lastSeq: 2, daysOld: USER_LOG_LIMITS.retentionMs / DAY_MS + 1 });
  await deleteOldEntries(app.pool);
  expect(await many()).toEqual([3, 4]);
  expect(await few()).toEqual([1, 2]);
  expect(await old()).toEqual([]);
});
