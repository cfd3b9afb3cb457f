import type { LiveBinding } from '../../lib/live/live-link.ts';
import { invalidate } from '../../lib/http/query-client.ts';
import { sessionQuery } from '../../lib/me.ts';

/** Refetches cached users, and the session when the user's own profile changes. Returns a function that ends it. */
export function bindUsers({ link, client, userId }: LiveBinding): () => void {
  return link.subscribe('profile-updated', ({ id }) => {
    void invalidate(client, ['users'], ...(id === userId ? [sessionQuery.queryKey] : []));
  });
}
