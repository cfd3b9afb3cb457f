import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';
import { toVector } from '../../db/text/words.ts';

/** Returns the tsvector of a message; empty without words. */
export function messageVector(content: string): string {
  return toVector([{ text: content, weight: 'D' }]);
}

const BATCH = 500;
const MISSING = {
  name: 'message-index-missing',
  text: `select m.id, m.content from messages m where m.kind = 'text' and m.deleted_at is null and m.content <> ''
    and not exists (select 1 from message_index i where i.message_id = m.id) limit ${BATCH}`,
};
/** The lock prevents a concurrent deletion of the message. */
const FILL = {
  name: 'message-index-fill',
  text: `insert into message_index (message_id, scopes, sent_at, fts)
    select m.id, array[c.id, c.low_id, c.high_id], m.created_at, n.fts::tsvector
    from unnest($1::uuid[], $2::text[], $3::text[]) n (id, content, fts) join messages m on m.id = n.id
      join conversations c on c.id = m.conversation_id
    where m.deleted_at is null and m.content = n.content for share of m on conflict do nothing`,
};

/** Indexes messages without an index entry for at most `forMs` milliseconds. Returns how many it has indexed. */
export async function fillMessageIndex(em: EntityManager, forMs = Number.POSITIVE_INFINITY): Promise<number> {
  const until = performance.now() + forMs;
  let filled = 0;
  for (let left = true; left && performance.now() < until;) {
    const rows = await read<{ id: string; content: string }>(em, MISSING, []);
    await read(em, FILL, [
      rows.map(({ id }) => id),
      rows.map(({ content }) => content),
      rows.map(({ content }) => messageVector(content)),
    ]);
    filled += rows.length;
    left = rows.length === BATCH;
  }
  return filled;
}
