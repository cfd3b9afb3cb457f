import type { QueryClient } from '@tanstack/react-query';
import { postEndpoints, type FeedFact } from '#shared/api/posts.ts';
import { call } from '../../../lib/http/api.ts';
import { FEEDS } from '../feed.ts';
import { feedQuery, feedSettingsQuery } from './queries.ts';

/** Hides the posts of some reasons, then refetches the feeds. Shown at once, undone on failure. @throws as `call`. */
export async function setHiddenFacts(client: QueryClient, hiddenFacts: FeedFact[]): Promise<void> {
  const { queryKey } = feedSettingsQuery;
  const before = client.getQueryData(queryKey);
  client.setQueryData(queryKey, { hiddenFacts });
  try {
    client.setQueryData(queryKey, await call(postEndpoints.setFeedSettings, { body: { hiddenFacts } }));
  } catch (error) {
    client.setQueryData(queryKey, before);
    throw error;
  }
  await Promise.all(FEEDS.map((name) => client.invalidateQueries({ queryKey: feedQuery(name).queryKey })));
}
