import type { QueryClient } from '@tanstack/react-query';
import type { EventDetailView, EventView, PublicEventView } from '#shared/api/events.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { isOlderEdit } from '../../../lib/live/older-edit.ts';
import { applyEvent, freshViewer, toEventView, type EventFilter, type EventPages } from '../apply.ts';
import { attendeesQuery, eventQuery } from './queries.ts';

const LISTS = { queryKey: ['events', 'list'] };

/** Returns a cached event from its page or any list; undefined when it is not cached. */
export function findEvent(client: QueryClient, id: string): EventView | undefined {
  const detail = client.getQueryData<EventDetailView>(eventQuery(id).queryKey);
  if (detail) return detail;
  const lists = client.getQueriesData<EventPages>(LISTS);
  return lists.flatMap(([, data]) => itemsOf(data)).find((event) => event.id === id);
}

/** Replaces an event on its page and in every list that it belongs to; the lists contain no conflicts. */
export function putEvent(
  client: QueryClient,
  { conflicts: _conflicts, ...event }: EventView & Partial<EventDetailView>,
): void {
  const nowMs = Date.now();
  for (const [queryKey, data] of client.getQueriesData<EventPages>(LISTS)) {
    if (data)
      client.setQueryData<EventPages>(queryKey, applyEvent(data, { event, filter: queryKey[2] as EventFilter, nowMs }));
  }
  client.setQueryData<EventDetailView>(
    eventQuery(event.id).queryKey,
    (page) => page && { ...event, conflicts: page.conflicts },
  );
}

/** Replaces an event by a pushed one, with the viewer block of the cached one; of an older text only the counters. */
export function putPushed(client: QueryClient, push: PublicEventView, userId: string): void {
  const cached = findEvent(client, push.id);
  if (cached && isOlderEdit(push, cached)) {
    const { going, interested, waitlisted, held } = push;
    putEvent(client, { ...cached, going, interested, waitlisted, held });
  } else putEvent(client, toEventView(push, cached?.viewer ?? freshViewer(push.userId === userId)));
}

/** Refetches an event with its viewer block and replaces it everywhere; a failure changes nothing. */
export async function refetchOwn(client: QueryClient, id: string): Promise<void> {
  const detail = await client.fetchQuery({ ...eventQuery(id), staleTime: 0 }).catch(() => null);
  if (detail) putEvent(client, detail);
}

/** Refreshes the list of attendees where it is on screen. */
export function refetchAttendees(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: attendeesQuery(id).queryKey });
}
