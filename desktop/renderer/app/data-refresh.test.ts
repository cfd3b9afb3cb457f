import { expect, it } from 'vitest';
import { connectionCountQuery, connectionsQuery } from '../features/connections/api/queries.ts';
import { publicCoursesQuery, userCoursesQuery } from '../features/courses/api/queries.ts';
import { eventQuery } from '../features/events/api/queries.ts';
import { conversationsQuery } from '../features/messages/api/queries.ts';
import { unreadQuery } from '../features/notifications/api/queries.ts';
import { purchasesQuery } from '../features/purchases/api/queries.ts';
import { authorPostsQuery, feedQuery } from '../features/posts/api/queries.ts';
import { historyQuery, resultsQuery, suggestQuery } from '../features/search/api/queries.ts';
import { profileQuery } from '../features/users/api/queries.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { preferencesQuery, sessionQuery } from '../lib/me.ts';
import { refreshData } from './data-refresh.ts';

const KEYS: Readonly<Record<string, readonly unknown[]>> = {
  feed: feedQuery('all').queryKey,
  ownPosts: authorPostsQuery('ana').queryKey,
  courses: publicCoursesQuery().queryKey,
  purchases: purchasesQuery().queryKey,
  messages: conversationsQuery('all').queryKey,
  connections: connectionsQuery({ status: 'accepted' }).queryKey,
  connectionCount: connectionCountQuery.queryKey,
  session: sessionQuery.queryKey,
  preferences: preferencesQuery.queryKey,
  profile: profileQuery('ana').queryKey,
  event: eventQuery('tea').queryKey,
  unread: unreadQuery.queryKey,
  ownItems: userCoursesQuery('ana').queryKey,
  found: resultsQuery('algebra', {}).queryKey,
  suggested: suggestQuery('alg').queryKey,
  searches: historyQuery.queryKey,
};

function refreshed(type: string): string[] {
  const client = createQueryClient();
  for (const queryKey of Object.values(KEYS)) client.setQueryData(queryKey, []);
  refreshData(client, type);
  return Object.keys(KEYS).filter((name) => client.getQueryState(KEYS[name] ?? [])?.isInvalidated);
}

it.each([
  ['connection', ['connections', 'connectionCount', 'session']],
  ['post', ['feed', 'ownPosts']],
  ['course', ['feed', 'ownPosts', 'courses', 'purchases', 'event', 'unread', 'ownItems', 'found', 'suggested']],
  ['message', ['messages']],
])('%s data refreshes %j', (type, names) => {
  expect(refreshed(type)).toEqual(names);
});

it.each(['galaxy', 'constructor'])('an unknown type, %s, refreshes everything', (type) => {
  expect(refreshed(type)).toEqual(Object.keys(KEYS));
});
