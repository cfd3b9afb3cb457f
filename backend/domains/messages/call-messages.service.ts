import type { PoolClient } from 'pg';
import type { CallSummary } from '#shared/api/messages.ts';
import { newId } from '../../db/clock.ts';
import { query } from '../../db/pool.ts';
import { signalAfterCommit, userLogSql } from '../../db/user-log.ts';
import { nextSeqSql } from './messages.send.ts';

/**
 * Stores the row of a call in an accepted conversation, since the two are connected or have one: read, since a missed
 * call has a notification of its own. It moves the conversation up for both and is appended to both user logs.
 */
const STORE_CALL = {
  name: 'message-store-call',
  text: `with c as (${nextSeqSql({ id: '$5', user: '$2', other: '$3', isAccepted: 'true' })}), m as (
      insert into messages (id, sender_id, receiver_id, client_id, content, read, kind, call, conversation_id,
        conversation_seq)
      select $1::uuid, $2, $3, $1, '', true, 'call', $4::jsonb, c.id, c.last_seq from c returning *
    ), touched as (
      insert into conversation_state (conversation_id, user_id, last_at)
        select m.conversation_id, user_id, now() from m
          cross join lateral unnest(array[m.sender_id, m.receiver_id]) user_id
      on conflict (conversation_id, user_id) do update set last_at = excluded.last_at, archived = false
      returning conversation_state.user_id
    ), ${userLogSql(`select user_id, 'new-message' as kind, jsonb_build_object('messageId', $1::uuid) as payload,
      1 as position from touched`)}
    select id from m`,
};

/**
 * Stores a call that has ended among the messages of the two, in the running transaction, which holds the lock of the
 * pair.
 */
export async function storeCallMessage(
  client: PoolClient,
  { senderId, receiverId, call }: { senderId: string; receiverId: string; call: CallSummary },
): Promise<void> {
  await query(client, STORE_CALL, [newId(), senderId, receiverId, JSON.stringify(call), newId()]);
  signalAfterCommit(client, 'user-log', [senderId, receiverId]);
}
