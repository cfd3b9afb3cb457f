import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildConnection, buildUser } from '../../testing/builders.ts';
import { transactOnPool } from '../../db/transact.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendMessage } from './messages.send.ts';
import { readMessages, removeForAll } from './messages.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Transactions that Postgres has ended because of a deadlock, which are then repeated. */
let deadlocks = 0;
const { query } = pg.Client.prototype;
beforeAll(() => {
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const result = Reflect.apply(query, this, args) as unknown;
      if (result instanceof Promise)
        result.catch((error: { code?: string }) => {
          if (error.code === '40P01') deadlocks += 1;
        });
      return result;
    },
  });
});
afterAll(() => Object.assign(pg.Client.prototype, { query }));

/** What several devices do concurrently: Ana writes or deletes a message, or Ben reads up to a sequence number. */
const action = fc.oneof(
  fc.constant('write' as const),
  fc.integer({ min: 1, max: 12 }),
  fc.record({ deleted: fc.integer({ min: 1, max: 6 }) }),
);
const moments = fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

async function pair(): Promise<{ ana: string; ben: string }> {
  const em = app.em();
  const [{ id: ana }, { id: ben }] = [
    await buildUser(em, { role: 'teacher' }),
    await buildUser(em, { role: 'teacher' }),
  ];
  await buildConnection(em, { userId: ana, connectedUserId: ben });
  return { ana, ben };
}

interface Loaded {
  cursor: number;
  last: number;
  read: number[];
  pushed: number[];
  /** Whether Ben has messages that he has not read, as stored for his list, and as the messages show it. */
  unread: { stored: boolean; shown: boolean };
}

async function load(ben: string): Promise<Loaded> {
  const one = async <Row extends object>(text: string) => (await app.pool.query<Row>(text, [ben])).rows;
  const [state] = await one<{ seq: number | null; last_seq: number }>(
    `select r.seq, c.last_seq from conversations c left join read_cursors r on r.conversation_id = c.id
      and r.user_id = $1 where c.low_id = $1 or c.high_id = $1`,
  );
  const read = await one<{ conversation_seq: number }>(
    'select conversation_seq from messages where receiver_id = $1 and read order by conversation_seq',
  );
  const pushed = await one<{ up: number }>(
    `select (payload->>'upToSeq')::int as up from user_log_entries where user_id = $1 and kind = 'message-read' order by seq`,
  );
  const [unread] = await one<Loaded['unread']>(
    `select coalesce((select has_unread from conversation_state where user_id = $1), false) as stored,
      exists (select 1 from messages where receiver_id = $1 and not read and deleted_at is null) as shown`,
  );
  return {
    unread: unread ?? { stored: false, shown: false },
    cursor: state?.seq ?? 0,
    last: state?.last_seq ?? 0,
    read: read.map((row) => row.conversation_seq),
    pushed: pushed.map(({ up }) => up),
  };
}

async function listMessages(ben: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from messages where receiver_id = $1 order by conversation_seq',
    [ben],
  );
  return rows.map(({ id }) => id);
}

it('only increases, up to the last message, with concurrent devices and deletions, without a deadlock', async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (rounds) => {
      const { ana, ben } = await pair();
      const write = () => sendMessage(app, ana, { receiverId: ben, clientId: randomUUID(), content: 'words' });
      await write();
      let furthest = 0;
      for (const atOnce of rounds) {
        const before = await load(ben);
        const ids = await listMessages(ben);
        const act = (what: (typeof atOnce)[number]): Promise<unknown> => {
          if (what === 'write') return write();
          if (typeof what === 'number')
            return transactOnPool(app.pool, (client) => readMessages(client, ben, { peerId: ana, upToSeq: what }));
          const id = ids.at(-what.deleted) ?? ids[0] ?? '';
          return transactOnPool(app.pool, (client) => removeForAll(client, ana, id));
        };
        await Promise.all(atOnce.map(act));
        const now = await load(ben);
        expect(now.cursor).toBeGreaterThanOrEqual(before.cursor);
        const requested = Math.max(0, ...atOnce.filter((what) => typeof what === 'number'));
        // A number past the last message counts up to the last message at that time.
        furthest = Math.max(furthest, Math.min(requested, before.last));
        expect(now.cursor).toBeGreaterThanOrEqual(furthest);
        expect(now.cursor).toBeLessThanOrEqual(now.last);
        expect(now.read).toEqual(Array.from({ length: now.cursor }, (_, index) => index + 1));
        expect(now.pushed).toEqual([...new Set(now.pushed)].toSorted((a, b) => a - b));
        expect(now.pushed.at(-1) ?? 0).toBe(now.cursor);
        expect(now.unread.stored).toBe(now.unread.shown);
      }
    }),
    { numRuns: 20 },
  );
  expect(deadlocks).toBe(0);
});
