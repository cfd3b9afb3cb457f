import type { QueryClient } from '@tanstack/react-query';
import { invalidatePath } from '../lib/query-client.ts';

/** What a kind of bulk change makes stale. Source: spec section 7. */
const STALE_PATHS = new Map<string, readonly string[]>([
  // The connection count stands under the first path and in the session's answer.
  ['connection', ['/api/connections', '/api/user']],
  ['post', ['/api/posts']],
  ['course', ['/api/courses']],
  ['message', ['/api/messages']],
]);

/** Refreshes the cached lists of a kind of data; a kind that is not known refreshes everything. */
export function refreshData(client: QueryClient, type: string): void {
  const paths = STALE_PATHS.get(type);
  if (paths === undefined) void client.invalidateQueries();
  else for (const path of paths) void invalidatePath(client, path);
}
