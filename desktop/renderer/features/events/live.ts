import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { findEvent, putPushed, refetchOwn, refetchAttendees } from './api/cache.ts';
import { eventQuery } from './api/queries.ts';
import { isOwnAffected } from './apply.ts';

/**
 * Updates the cached events to what a fetch returns. Only users whose viewer block may have changed refetch the event.
 * Returns a function that ends it.
 */
export function bindEvents({ link, client, userId }: LiveBinding): () => void {
  return endAll(
    (['event-created', 'event-updated'] as const).map((name) =>
      link.subscribe(name, (push) => {
        const before = findEvent(client, push.id);
        putPushed(client, push, userId);
        if (isOwnAffected(before, push, userId)) void refetchOwn(client, push.id);
        // A new time can overlap with other events of the user.
        else if (before?.editedAt !== push.editedAt)
          void client.invalidateQueries({ queryKey: eventQuery(push.id).queryKey });
        refetchAttendees(client, push.id);
      }),
    ),
  );
}
