import type { LiveBinding } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';

/**
 * Refreshes what is cached about people, and the session when it was the member's own profile. The answer unbinds.
 * Source: decision 31.
 */
export function bindUsers({ link, client, userId }: LiveBinding): () => void {
  return link.subscribe('profile-updated', ({ id }) => {
    void invalidatePath(client, '/api/users');
    if (id === userId) void invalidatePath(client, '/api/user');
  });
}
