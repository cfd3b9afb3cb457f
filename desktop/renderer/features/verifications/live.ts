import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { createSpread } from '../../lib/live/spread.ts';

/** Refreshes the claims when a profile changes, since they are about its entries. Returns a function that unbinds. */
export function bindVerifications({ link, client }: LiveBinding): () => void {
  const spread = createSpread();
  return endAll([
    link.subscribe('profile-updated', ({ withinMs = 0 }) => spread.refetch(client, ['verifications'], withinMs)),
    spread.end,
  ]);
}
