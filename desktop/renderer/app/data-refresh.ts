import type { QueryClient } from '@tanstack/react-query';
import { invalidate, type NounKey } from '../lib/http/query-client.ts';
import { sessionQuery } from '../lib/me.ts';

/** The queries that a bulk change of each type makes stale. */
const STALE_KEYS = new Map<string, readonly NounKey[]>([
  // The session contains the number of connections.
  ['connection', [['connections'], sessionQuery.queryKey]],
  ['post', [['posts']]],
  // Who is enrolled also sees and finds the posts and events of the class, and the notifications about them. The items
  // of a user are on profiles and on Home, those of study partners on Students.
  [
    'course',
    [
      ['courses'],
      ['purchases'],
      ['posts'],
      ['events'],
      ['notifications'],
      ['users', { part: 'courses' }],
      ['students'],
      ['search', 'results'],
      ['search', 'suggest'],
    ],
  ],
  ['message', [['messages']]],
]);

/** Refreshes the queries about a type of data; an unknown type refreshes everything. */
export function refreshData(client: QueryClient, type: string): void {
  const keys = STALE_KEYS.get(type);
  if (keys === undefined) void client.invalidateQueries();
  else void invalidate(client, ...keys);
}
