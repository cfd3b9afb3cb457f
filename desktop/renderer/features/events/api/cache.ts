import type { QueryClient } from '@tanstack/react-query';
import type { EventDetailView, EventView, PublicEventView } from '#shared/api/events.ts';
import { applyEvent, freshViewer, toEventView, type EventFilter, type EventPages } from '../apply.ts';
import { attendeesQuery, eventQuery, EVENTS_PATH } from './queries.ts';

const lists = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === EVENTS_PATH };

/** A cached event, wherever it stands; undefined where none does. */
export function findEvent(client: QueryClient, id: string): EventView | undefined {
  const detail = client.getQueryData<EventDetailView>(eventQuery(id).queryKey);
  if (detail) return detail;
  for (const [, data] of client.getQueriesData<EventPages>(lists)) {
    for (const page of data?.pages ?? []) {
      const event = page.items.find((item) => item.id === id);
      if (event) return event;
    }
  }
  return undefined;
}

/** Lays an event over its page, and over every list that shows it or has to. */
export function putEvent(client: QueryClient, event: EventView): void {
  const nowMs = Date.now();
  for (const [queryKey, data] of client.getQueriesData<EventPages>(lists)) {
    if (data)
      client.setQueryData<EventPages>(queryKey, applyEvent(data, { event, filter: queryKey[1] as EventFilter, nowMs }));
  }
  client.setQueryData<EventDetailView>(
    eventQuery(event.id).queryKey,
    (page) => page && { ...event, conflicts: page.conflicts },
  );
}

/** Takes over what a push says; what the event is to the member stays as it was known. */
export function putPushed(client: QueryClient, push: PublicEventView, userId: string): void {
  putEvent(client, toEventView(push, findEvent(client, push.id)?.viewer ?? freshViewer(push.userId === userId)));
}

/** Asks what an event is to the member now, and lays it over everything. What fails leaves what was known. */
export async function refetchOwn(client: QueryClient, id: string): Promise<void> {
  const detail = await client.fetchQuery({ ...eventQuery(id), staleTime: 0 }).catch(() => null);
  if (!detail) return;
  const { conflicts: _conflicts, ...event } = detail;
  putEvent(client, event);
}

/** Brings the list of people of an event up to date where it is on screen. */
export function refetchPeople(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: attendeesQuery(id).queryKey });
}
