import { expect, it } from 'vitest';
import { connectionCountQuery } from '../features/connections/api/queries.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { refreshData } from './data-refresh.ts';

const LISTS = [
  '/api/posts',
  '/api/courses',
  '/api/messages',
  '/api/connections',
  '/api/user',
  '/api/users',
  '/api/events',
];
const COUNT = String(connectionCountQuery.queryKey[0]);

function refreshed(type: string): string[] {
  const client = createQueryClient();
  const keys = [...LISTS, COUNT];
  for (const key of keys) client.setQueryData([key], []);
  refreshData(client, type);
  return keys.filter((key) => client.getQueryState([key])?.isInvalidated);
}

it.each([
  ['connection', ['/api/connections', '/api/user', COUNT]],
  ['post', ['/api/posts']],
  ['course', ['/api/courses']],
  ['message', ['/api/messages']],
])('%s data refreshes %j', (type, paths) => {
  expect(refreshed(type)).toEqual(paths);
});

it.each(['galaxy', 'constructor'])('an unknown type, %s, refreshes everything', (type) => {
  expect(refreshed(type)).toEqual([...LISTS, COUNT]);
});
