import type { QueryClient } from '@tanstack/react-query';
import type { LiveLink } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';

/** What a binding of the live link needs. */
export interface UsersBinding {
  link: LiveLink;
  client: QueryClient;
  /** The one who is signed in. */
  userId: string;
}

/** Refreshes what is cached about people, and the session when it was the member's own profile. The answer unbinds. Source: decision 31. */
export function bindUsers({ link, client, userId }: UsersBinding): () => void {
  return link.subscribe('profile-updated', ({ id }) => {
    void invalidatePath(client, '/api/users');
    if (id === userId) void invalidatePath(client, '/api/user');
  });
}
