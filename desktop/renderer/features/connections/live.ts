import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { onceATick } from '../../lib/live/once-a-tick.ts';
import { invalidate } from '../../lib/http/query-client.ts';
import { sessionQuery } from '../../lib/me.ts';
import { connectionCountQuery } from './api/queries.ts';

/** Updates the cached lists and counters of connections. Returns a function that ends it. */
export function bindConnections({ link, client }: LiveBinding): () => void {
  const changed = onceATick(() => {
    // The session contains the number of connections, and each profile the viewer's relationship to its owner.
    void invalidate(client, ['connections'], sessionQuery.queryKey, ['users']);
  });
  return endAll([
    link.subscribe('connection-created', changed),
    link.subscribe('connection-updated', changed),
    link.subscribe('connection-deleted', changed),
    link.subscribe('connection-count', ({ accepted, received, sent }) =>
      client.setQueryData(connectionCountQuery.queryKey, { accepted, received, sent }),
    ),
  ]);
}
