import type { QueryClient } from '@tanstack/react-query';
import type { EventCounters, EventView, PublicEventView } from '#shared/api/events.ts';
import { createCountOrder } from '../../lib/live/count-order.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { findEvent, putEvent, putPushed, refetchOwn, refetchAttendees } from './api/cache.ts';
import { eventQuery } from './api/queries.ts';
import { applyCounters, isOwnAffected, isWaiting } from './apply.ts';

/**
 * Updates the cached events to what a fetch returns. Only users whose viewer block may have changed refetch the event.
 * Returns a function that ends it.
 */
export function bindEvents({ link, client, userId }: LiveBinding): () => void {
  const isInOrder = createCountOrder();
  return endAll(
    (['event-created', 'event-updated'] as const).map((name) =>
      link.subscribe(name, (received) => {
        const isNewest = isInOrder(received);
        if (!('title' in received)) return count(client, received, isNewest);
        const before = findEvent(client, received.id);
        const push = before && !isNewest ? withCountersOf(before, received) : received;
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

/** Returns a pushed event with the counters of the cached one, which are newer. */
function withCountersOf({ going, interested, waitlisted, held }: EventView, push: PublicEventView): PublicEventView {
  return { ...push, going, interested, waitlisted, held };
}

/**
 * Applies counters, unless older than others; refetches the event when the user's answer, or details that no push
 * announced, have changed.
 */
function count(client: QueryClient, push: EventCounters & { isYours?: true }, isNewest: boolean): void {
  const before = findEvent(client, push.id);
  const event = before && isNewest ? applyCounters(before, push) : before;
  const isChanged = event !== before;
  if (event && isChanged) putEvent(client, event);
  if (push.isYours || (event && isNewest && (event.editedAt !== push.editedAt || (isChanged && isWaiting(event)))))
    void refetchOwn(client, push.id);
  if (push.isYours || isChanged) refetchAttendees(client, push.id);
}
