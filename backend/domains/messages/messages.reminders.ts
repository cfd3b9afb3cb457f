import type { EntityManager } from '@mikro-orm/postgresql';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { publishDomainEvent } from '../../domain-events.ts';

/** The time at which the receiver of a message that arrives now is notified, unless it is read or they are active. */
export const NOTIFY_AT = `now() + interval '${MESSAGE_LIMITS.notifyAfterMs} milliseconds'`;

const BATCH = 500;
const DUE = {
  name: 'messages-due',
  text: `select s.conversation_id, s.user_id, s.muted, c.last_seq from conversation_state s
    join conversations c on c.id = s.conversation_id
    where s.notify_at <= now() order by s.notify_at limit ${BATCH} for update of s skip locked`,
};
/** Users with an active device are asked about again later. */
const TAKE = {
  name: 'messages-due-take',
  text: `update conversation_state s set notify_at = case when d.is_active then ${NOTIFY_AT} end,
      is_notified = d.is_notified
    from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[])
      as d (conversation_id, user_id, is_active, is_notified)
    where s.conversation_id = d.conversation_id and s.user_id = d.user_id`,
};

interface DueRow {
  conversation_id: string;
  user_id: string;
  muted: boolean;
  last_seq: number;
}

/** Selects those of the given users that have an active device now. */
export type FindActive = (tx: EntityManager, userIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Publishes the conversations whose messages have been unread for two minutes while their receiver had no active
 * device, each once until it is read. Repeated or parallel runs, on any node, publish the same.
 */
export async function remindOfMessages(em: EntityManager, findActive: FindActive): Promise<void> {
  for (;;) {
    const taken = await transact(em, (tx) => takeDue(tx, findActive));
    if (taken < BATCH) return;
  }
}

async function takeDue(tx: EntityManager, findActive: FindActive): Promise<number> {
  const rows = await read<DueRow>(tx, DUE, []);
  if (rows.length === 0) return 0;
  const active = await findActive(tx, [...new Set(rows.map((row) => row.user_id))]);
  const due = rows.map((row) => ({ ...row, isActive: active.has(row.user_id) && !row.muted }));
  const isNotified = (row: (typeof due)[number]): boolean => !row.isActive && !row.muted;
  await read(tx, TAKE, [
    due.map((row) => row.conversation_id),
    due.map((row) => row.user_id),
    due.map((row) => row.isActive),
    due.map(isNotified),
  ]);
  for (const { conversation_id: conversationId, user_id: userId, last_seq: seq } of due.filter(isNotified))
    publishDomainEvent(tx, 'messages-unread', { conversationId, userId, seq });
  return rows.length;
}
