import type { LiveBinding } from '../../lib/live/live-link.ts';
import { refetchWithin } from '../../lib/live/after-push.ts';

/** Refreshes the claims when a profile changes, since they are about its entries. Returns a function that unbinds. */
export function bindVerifications({ link, client }: LiveBinding): () => void {
  return link.subscribe('profile-updated', ({ withinMs = 0 }) => refetchWithin(withinMs, client, ['verifications']));
}
