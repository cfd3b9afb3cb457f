import type { LiveBinding } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';
import { isShownWaiting, patchEvent } from './api/mutations.ts';
import { eventQuery, EVENTS_PATH } from './api/queries.ts';

/** Keeps the cached events as fresh fetches would give them; the notice of a change comes as a notification. The answer unbinds. Source: decision 31. */
export function bindEvents({ link, client }: LiveBinding): () => void {
  const unbind = [
    link.subscribe('event-created', () => void invalidatePath(client, EVENTS_PATH)),
    link.subscribe('event-updated', ({ at: _at, ...event }) => {
      patchEvent(client, event);
      // How the member stands to it and who is in it may have changed too; both are asked for where they are on screen.
      void invalidatePath(client, isShownWaiting(client, event.id) ? EVENTS_PATH : String(eventQuery(event.id).queryKey[0]));
    }),
  ];
  return () => {
    for (const end of unbind) end();
  };
}
