import { verificationEndpoints } from '#shared/api/verifications.ts';
import type { LiveBinding } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';

/** Refreshes the cached claims when a profile changes that they may stand on. The answer unbinds. Source: decision 31. */
export function bindVerifications({ link, client }: LiveBinding): () => void {
  return link.subscribe(
    'profile-updated',
    () => void invalidatePath(client, verificationEndpoints.listVerifications.path),
  );
}
