import type { EntityManager } from '@mikro-orm/postgresql';
import { read, repeat } from '../../db/read.ts';

const SENT = {
  name: 'deletion-sent',
  text: `with gone as (update messages set sender_id = null where id in (select id from messages where sender_id = $1
      limit 1000) returning 1) select count(*)::int as taken from gone`,
};
const RECEIVED = {
  name: 'deletion-received',
  text: `with gone as (update messages set receiver_id = null where id in (select id from messages
      where receiver_id = $1 limit 1000) returning 1) select count(*)::int as taken from gone`,
};
const WITHOUT_READER = {
  name: 'deletion-without-reader',
  text: `delete from conversations where (low_id = $1 and high_id is null) or (high_id = $1 and low_id is null)
    or (low_id is null and high_id is null)`,
};

/**
 * Removes a user from their messages, and deletes conversations whose other account is deleted too. Two users whose
 * accounts are deleted at the same moment do not see each other's deletion; the next one deletes their conversation.
 */
export async function eraseMessages(tx: EntityManager, userId: string): Promise<void> {
  await repeat(tx, SENT, userId);
  await repeat(tx, RECEIVED, userId);
  await read(tx, WITHOUT_READER, [userId]);
}
