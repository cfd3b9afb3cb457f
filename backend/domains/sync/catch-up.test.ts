import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SyncResponse } from '#shared/api/sync.ts';
import { USER_LOG_LIMITS } from '#shared/limits.ts';
import { buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { deleteOldEntries } from './sync.service.ts';

const EVENTS = 10_000;
/** Maximum CPU time of client and server together, in milliseconds; it hardly depends on other load. */
const MAX_MS = { thousand: 1_000, tenThousand: 5_000 };

let app: TestApp;
let ana: TestClient;
let anaId: string;

/** Ana receives ten thousand messages while offline. */
beforeAll(async () => {
  app = await createTestApp();
  ana = app.visitor();
  ({ id: anaId } = await ana.signUp('teacher'));
  const { id: benId } = await buildUser(app.em(), { role: 'teacher' });
  // The owner's connection has no time limit.
  await app.runAsOwner(
    `with c as (insert into conversations (id, low_id, high_id, last_seq, state)
      select gen_random_uuid(), least(ana, ben), greatest(ana, ben), ${EVENTS}, 'accepted'
        from (values ('${anaId}'::uuid, '${benId}'::uuid)) as pair (ana, ben) returning id),
      m as (insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq)
        select gen_random_uuid(), '${benId}', '${anaId}', gen_random_uuid(), 'message ' || n, c.id, n
          from c, generate_series(1, ${EVENTS}) n returning id, conversation_seq),
      s as (insert into user_logs (user_id, last_seq) values ('${anaId}', ${EVENTS}) on conflict (user_id) do update
        set last_seq = excluded.last_seq)
    insert into user_log_entries (user_id, seq, kind, payload) select '${anaId}', conversation_seq, 'new-message',
      jsonb_build_object('messageId', id) from m
    on conflict (user_id, seq) do update set kind = excluded.kind, payload = excluded.payload`,
  );
  await app.runAsOwner('analyze messages, user_log_entries, conversations');
});
afterAll(() => app.close());

function busyMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

async function catchUp(since: number): Promise<{ seqs: number[]; cursor: number; ms: number }> {
  const before = process.threadCpuUsage();
  const seqs: number[] = [];
  for (let cursor = since; ;) {
    const response = (await ana.get(`/api/sync?since=${cursor}`)).body as unknown as SyncResponse;
    expect(response.isReset).toBe(false);
    seqs.push(...response.events.map(({ push }) => push.seq));
    cursor = response.cursor;
    if (!response.hasMore) return { seqs, cursor, ms: busyMsSince(before) };
  }
}

it.each([
  ['a thousand entries', EVENTS - 1_000, MAX_MS.thousand],
  ['ten thousand entries', 0, MAX_MS.tenThousand],
])('returns %s in order and in time', async (_name, since, maxMs) => {
  const { seqs, cursor, ms } = await catchUp(since);
  expect(seqs).toEqual(Array.from({ length: EVENTS - since }, (_, at) => since + at + 1));
  expect(cursor).toBe(EVENTS);
  expect(ms).toBeLessThanOrEqual(maxMs);
});

it('resets a client whose next entry has expired to the last sequence number', async () => {
  await app.pool.query(
    `update user_log_entries set created_at = now() - $2 * interval '1 millisecond' where user_id = $1 and seq <= 4000`,
    [anaId, USER_LOG_LIMITS.retentionMs + 1_000],
  );
  await deleteOldEntries(app.pool);
  expect((await ana.get('/api/sync?since=3999')).body).toEqual({
    events: [],
    cursor: EVENTS,
    hasMore: false,
    isReset: true,
  });
  expect((await ana.get(`/api/sync?since=${EVENTS}`)).body).toMatchObject({ events: [], isReset: false });
  expect((await catchUp(4_000)).seqs).toHaveLength(6_000);
});
