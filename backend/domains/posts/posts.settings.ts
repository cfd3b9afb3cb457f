import type { EntityManager } from '@mikro-orm/postgresql';
import { FEED_FACTS, type FeedFact, type FeedSettingsView } from '#shared/api/posts.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';

const LOAD = { name: 'feed-settings', text: 'select hidden_facts from feed_settings where user_id = $1' };
const SET = {
  name: 'feed-settings-set',
  text: `insert into feed_settings (user_id, hidden_facts) values ($1, $2::text[])
    on conflict (user_id) do update set hidden_facts = excluded.hidden_facts`,
};
const CLEAR = { name: 'feed-settings-clear', text: 'delete from feed_settings where user_id = $1' };

/** Loads a member's feed settings. */
export async function loadFeedSettings(reader: Reader, userId: string): Promise<FeedSettingsView> {
  const [row] = await read<{ hidden_facts: FeedFact[] }>(reader, LOAD, [userId]);
  return { hiddenFacts: row?.hidden_facts ?? [] };
}

/** Sets the reasons that put no posts into the member's feeds; with all of them on, the row is deleted. */
export async function setFeedSettings(
  em: EntityManager,
  userId: string,
  input: FeedSettingsView,
): Promise<FeedSettingsView> {
  const hiddenFacts = FEED_FACTS.filter((fact) => input.hiddenFacts.includes(fact));
  await transact(em, async (tx) => {
    await (hiddenFacts.length === 0 ? read(tx, CLEAR, [userId]) : read(tx, SET, [userId, hiddenFacts]));
  });
  return { hiddenFacts };
}
