import type { LiveBinding } from '../../lib/live-link.ts';
import { findEvent, putPushed, refetchOwn, refetchPeople } from './api/cache.ts';
import { eventQuery } from './api/queries.ts';
import { isOwnAffected } from './apply.ts';

/**
 * Keeps the cached events as fresh fetches would give them; only whoever has a part in an event asks for theirs. The
 * notice of a change comes as a notification. The answer unbinds. Source: decision 31.
 */
export function bindEvents({ link, client, userId }: LiveBinding): () => void {
  const unbind = (['event-created', 'event-updated'] as const).map((name) =>
    link.subscribe(name, (push) => {
      const before = findEvent(client, push.id);
      putPushed(client, push, userId);
      if (isOwnAffected(before, push, userId)) void refetchOwn(client, push.id);
      // At another time it may meet other events of the member.
      else if (before?.editedAt !== push.editedAt)
        void client.invalidateQueries({ queryKey: eventQuery(push.id).queryKey });
      refetchPeople(client, push.id);
    }),
  );
  return () => {
    for (const end of unbind) end();
  };
}
