import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { onceATick } from '../../lib/live/once-a-tick.ts';
import { invalidate } from '../../lib/http/query-client.ts';

/** Refetches the students after a change of a connection. Returns a function that ends it. */
export function bindStudents({ link, client }: LiveBinding): () => void {
  const refresh = onceATick(() => void invalidate(client, ['students']));
  return endAll([
    link.subscribe('connection-created', refresh),
    link.subscribe('connection-updated', refresh),
    link.subscribe('connection-deleted', refresh),
  ]);
}
