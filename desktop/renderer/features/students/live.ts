import type { LiveBinding } from '../../lib/live-link.ts';
import { onceATick } from '../../lib/once-a-tick.ts';
import { invalidatePath } from '../../lib/query-client.ts';
import { STUDENTS_PATH } from './api/queries.ts';

/** Refreshes how the viewer stands to the students on screen when a connection changes. The answer unbinds. */
export function bindStudents({ link, client }: LiveBinding): () => void {
  const refresh = onceATick(() => void invalidatePath(client, STUDENTS_PATH));
  const unbind = [
    link.subscribe('connection-created', refresh),
    link.subscribe('connection-updated', refresh),
    link.subscribe('connection-deleted', refresh),
  ];
  return () => {
    for (const end of unbind) end();
  };
}
