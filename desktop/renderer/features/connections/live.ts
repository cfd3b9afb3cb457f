import type { LiveBinding } from '../../lib/live-link.ts';
import { onceATick } from '../../lib/once-a-tick.ts';
import { invalidatePath } from '../../lib/query-client.ts';
import { connectionCountQuery, CONNECTIONS_PATH } from './api/queries.ts';

/**
 * Keeps the cached lists and the count up to date; what happened is told by notifications. The answer unbinds. Source:
 * spec section 5, decision 31.
 */
export function bindConnections({ link, client }: LiveBinding): () => void {
  const changed = onceATick(() => {
    void invalidatePath(client, CONNECTIONS_PATH);
    void invalidatePath(client, '/api/user');
    // People's pages say how the viewer stands to them.
    void invalidatePath(client, '/api/users');
  });
  const unbind = [
    link.subscribe('connection-created', changed),
    link.subscribe('connection-updated', changed),
    link.subscribe('connection-deleted', changed),
    link.subscribe('connection-count', ({ accepted, received, sent }) =>
      client.setQueryData(connectionCountQuery.queryKey, { accepted, received, sent }),
    ),
  ];
  return () => {
    for (const end of unbind) end();
  };
}
