import type { QueryClient } from '@tanstack/react-query';
import type { EventCounters } from '#shared/api/events.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { findEvent, putEvent, putPushed, refetchOwn, refetchAttendees } from './api/cache.ts';
import { eventQuery } from './api/queries.ts';
import { applyCounters, isOwnAffected, isWaiting } from './apply.ts';

/**
 * Updates the cached events to what a fetch returns. Only users whose viewer block may have changed refetch the event.
 * Returns a function that ends it.
 */
export function bindEvents({ link, client, userId }: LiveBinding): () => void {
  return endAll(
    (['event-created', 'event-updated'] as const).map((name) =>
      link.subscribe(name, (push) => {
        if (!('title' in push)) return count(client, push);
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

/** Applies counters; refetches the event when the user's answer, or details that no push announced, have changed. */
function count(client: QueryClient, push: EventCounters & { isYours?: true }): void {
  const before = findEvent(client, push.id);
  const event = before && applyCounters(before, push);
  const isChanged = event !== before;
  if (event && isChanged) putEvent(client, event);
  if (push.isYours || (event && (event.editedAt !== push.editedAt || (isChanged && isWaiting(event)))))
    void refetchOwn(client, push.id);
  if (push.isYours || isChanged) refetchAttendees(client, push.id);
}
