import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { createSpread } from '../../lib/live/spread.ts';
import { sessionQuery } from '../../lib/me.ts';

/** Refetches cached users, and the session when the user's own profile changes. Returns a function that ends it. */
export function bindUsers({ link, client, userId }: LiveBinding): () => void {
  const spread = createSpread();
  return endAll([
    link.subscribe('profile-updated', ({ id, withinMs = 0 }) => {
      spread.refetch(client, ['users'], withinMs);
      if (id === userId) spread.refetch(client, sessionQuery.queryKey, withinMs);
    }),
    spread.end,
  ]);
}
