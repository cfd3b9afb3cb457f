import type { EntityManager } from '@mikro-orm/postgresql';
import { NIL_UUID, read } from '../../db/read.ts';
import { toVector, WORDS_VERSION } from '../../db/text/words.ts';

/** Returns the tsvector of a message; empty without words. */
export function messageVector(content: string): string {
  return toVector([{ text: content, weight: 'D' }]);
}

const BATCH = 500;
/** Texts of letters, numbers and signs of ASCII have the same words in all versions. */
const MISSING = {
  name: 'message-index-missing',
  text: `select m.id, m.content from messages m where m.kind = 'text' and m.deleted_at is null and m.content <> ''
    and m.id > $1 and not exists (select 1 from message_index i where i.message_id = m.id
      and (i.version >= ${WORDS_VERSION} or octet_length(m.content) = length(m.content)))
    order by m.id limit ${BATCH}`,
};
/** The lock prevents a concurrent deletion of the message. */
const FILL = {
  name: 'message-index-fill',
  text: `insert into message_index (message_id, scopes, sent_at, fts, version)
    select m.id, array[c.id, c.low_id, c.high_id], m.created_at, n.fts::tsvector, ${WORDS_VERSION}
    from unnest($1::uuid[], $2::text[], $3::text[]) n (id, content, fts) join messages m on m.id = n.id
      join conversations c on c.id = m.conversation_id
    where m.deleted_at is null and m.content = n.content for share of m
    on conflict (message_id) do update set fts = excluded.fts, version = excluded.version`,
};

/**
 * Indexes messages that have no index entry, or one of an older version of the words, for at most `forMs` milliseconds.
 * Returns how many it has indexed.
 */
export async function fillMessageIndex(em: EntityManager, forMs = Number.POSITIVE_INFINITY): Promise<number> {
  const until = performance.now() + forMs;
  let filled = 0;
  let after = NIL_UUID;
  for (let left = true; left && performance.now() < until;) {
    const rows = await read<{ id: string; content: string }>(em, MISSING, [after]);
    after = rows.at(-1)?.id ?? after;
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
