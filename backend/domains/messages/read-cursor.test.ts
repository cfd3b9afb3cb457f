import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildConnection, buildUser } from '../../testing/builders.ts';
import { transactOnPool } from '../../db/transact.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendMessage } from './messages.send.ts';
import { readMessages } from './messages.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** What several devices do concurrently: Ana writes, or Ben reads up to a sequence number. */
const action = fc.oneof(fc.constant('write' as const), fc.integer({ min: 1, max: 12 }));
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

async function load(ben: string): Promise<{ cursor: number; last: number; read: number[]; pushed: number[] }> {
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
  return {
    cursor: state?.seq ?? 0,
    last: state?.last_seq ?? 0,
    read: read.map((row) => row.conversation_seq),
    pushed: pushed.map(({ up }) => up),
  };
}

it('only increases, up to the last message, with concurrent devices', async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (rounds) => {
      const { ana, ben } = await pair();
      const write = () => sendMessage(app, ana, { receiverId: ben, clientId: randomUUID(), content: 'words' });
      await write();
      let furthest = 0;
      for (const atOnce of rounds) {
        const before = await load(ben);
        await Promise.all(
          atOnce.map((what) =>
            what === 'write'
              ? write()
              : transactOnPool(app.pool, (client) => readMessages(client, ben, { peerId: ana, upToSeq: what })),
          ),
        );
        const now = await load(ben);
        expect(now.cursor).toBeGreaterThanOrEqual(before.cursor);
        const requested = Math.max(0, ...atOnce.filter((what) => what !== 'write'));
        // A number past the last message counts up to the last message at that time.
        furthest = Math.max(furthest, Math.min(requested, before.last));
        expect(now.cursor).toBeGreaterThanOrEqual(furthest);
        expect(now.cursor).toBeLessThanOrEqual(now.last);
        expect(now.read).toEqual(Array.from({ length: now.cursor }, (_, index) => index + 1));
        expect(now.pushed).toEqual([...new Set(now.pushed)].toSorted((a, b) => a - b));
        expect(now.pushed.at(-1) ?? 0).toBe(now.cursor);
      }
    }),
    { numRuns: 20 },
  );
});
