import type { LiveBinding } from '../../lib/live/live-link.ts';
import { refetchWithin } from '../../lib/live/after-push.ts';
import { sessionQuery } from '../../lib/me.ts';

/** Refetches cached users, and the session when the user's own profile changes. Returns a function that ends it. */
export function bindUsers({ link, client, userId }: LiveBinding): () => void {
  return link.subscribe('profile-updated', ({ id, withinMs = 0 }) => {
    refetchWithin(withinMs, client, ['users']);
    if (id === userId) refetchWithin(withinMs, client, sessionQuery.queryKey);
  });
}
