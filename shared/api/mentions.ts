import { endpoint, endpoints } from './endpoint.ts';
import type { mentionSchemas } from './mentions.schema.ts';
import type { UserCard } from './users.ts';

/** Members whom the viewer may mention. */
export const mentionEndpoints = endpoints<typeof mentionSchemas>()({
  /**
   * Suggests members whose username or name starts with a text: connections, then those who wrote the post or commented
   * on it, then members that the viewer can find.
   */
  suggestMentions: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/mentions',
    isCounted: true,
    who: 'member',
    limit: 'mentions',
  }),
});
