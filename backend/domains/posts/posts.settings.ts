import type { EntityManager } from '@mikro-orm/postgresql';
import { FEED_REASONS, type FeedReason, type FeedSettingsView } from '#shared/api/posts.ts';
import { read, type Reader } from '../../db/read.ts';

const LOAD = { name: 'feed-settings', text: 'select hidden_reasons from feed_settings where user_id = $1' };
const SET = {
  name: 'feed-settings-set',
  text: `insert into feed_settings (user_id, hidden_reasons) values ($1, $2::text[])
    on conflict (user_id) do update set hidden_reasons = excluded.hidden_reasons`,
};
const CLEAR = { name: 'feed-settings-clear', text: 'delete from feed_settings where user_id = $1' };

/** Loads a member's feed settings. */
export async function loadFeedSettings(reader: Reader, userId: string): Promise<FeedSettingsView> {
  const [row] = await read<{ hidden_reasons: FeedReason[] }>(reader, LOAD, [userId]);
  return { hiddenReasons: row?.hidden_reasons ?? [] };
}

/** Sets the reasons that a member has switched off; without any, the row is deleted. */
export async function setFeedSettings(
  em: EntityManager,
  userId: string,
  input: FeedSettingsView,
): Promise<FeedSettingsView> {
  const hiddenReasons = FEED_REASONS.filter((reason) => input.hiddenReasons.includes(reason));
  await (hiddenReasons.length === 0 ? read(em, CLEAR, [userId]) : read(em, SET, [userId, hiddenReasons]));
  return { hiddenReasons };
}
