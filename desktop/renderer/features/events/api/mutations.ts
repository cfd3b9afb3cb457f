import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  eventEndpoints,
  type CreateEventInput,
  type EditEventInput,
  type EventView,
  type RsvpAnswer,
  type RsvpView,
} from '#shared/api/events.ts';
import { call, callText } from '../../../lib/api.ts';
import { liveLink } from '../../../lib/live.ts';
import { invalidatePath } from '../../../lib/query-client.ts';
import { saveTextFile } from '../../../lib/save-file.ts';
import { findEvent, putEvent } from './cache.ts';
import { calendarFeedQuery, EVENTS_PATH } from './queries.ts';

/** Everything a member does with events. Errors as call's. */
export interface EventWrites {
  /** The same key makes a repeat safe (decision 20). */
  create: (input: CreateEventInput, idempotencyKey: string) => Promise<EventView>;
  edit: (id: string, edit: EditEventInput) => Promise<EventView>;
  cancel: (id: string) => Promise<void>;
  answer: (id: string, status: RsvpAnswer) => Promise<RsvpView>;
  leave: (id: string) => Promise<RsvpView>;
  /** Saves an event as a calendar file. */
  saveCalendar: (id: string) => Promise<void>;
  /** Makes a new calendar address and answers it. */
  renewFeed: () => Promise<string>;
  removeFeed: () => Promise<void>;
}

/** Brings every list of events up to date, those of profiles too. */
async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([invalidatePath(client, EVENTS_PATH), invalidatePath(client, '/api/users')]);
}

function createEventWrites(client: QueryClient): EventWrites {
  const settle = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } finally {
      void refresh(client);
    }
  };
  const answered = (id: string, rsvp: RsvpView): RsvpView => {
    const { status, position, heldUntil, ...counts } = rsvp;
    const event = findEvent(client, id);
    if (event) putEvent(client, { ...event, ...counts, viewer: { ...event.viewer, status, position, heldUntil } });
    // What asked to confirm the seat asks no more.
    if (event?.viewer.status === 'held') void invalidatePath(client, '/api/notifications');
    return rsvp;
  };
  return {
    async create(input, idempotencyKey) {
      const event = await settle(call(eventEndpoints.createEvent, { body: input }, { idempotencyKey }));
      void liveLink.emit('event-create', { id: event.id });
      return event;
    },
    async edit(id, edit) {
      const event = await settle(call(eventEndpoints.editEvent, { params: { id }, body: edit }));
      void liveLink.emit('event-update', { id });
      return event;
    },
    async cancel(id) {
      await settle(call(eventEndpoints.cancelEvent, { params: { id } }));
      void liveLink.emit('event-update', { id });
    },
    answer: async (id, status) =>
      answered(id, await settle(call(eventEndpoints.answerEvent, { params: { id }, body: { status } }))),
    leave: async (id) => answered(id, await settle(call(eventEndpoints.leaveEvent, { params: { id } }))),
    async saveCalendar(id) {
      saveTextFile(await callText(eventEndpoints.getEventCalendar, { params: { id } }), {
        name: 'event.ics',
        type: 'text/calendar',
      });
    },
    async renewFeed() {
      const feed = await call(eventEndpoints.renewCalendarFeed, {});
      client.setQueryData(calendarFeedQuery.queryKey, { ...feed, url: null });
      return feed.url ?? '';
    },
    async removeFeed() {
      await call(eventEndpoints.removeCalendarFeed, {});
      client.setQueryData(calendarFeedQuery.queryKey, { createdAt: null, url: null });
    },
  };
}

/** The writes over the app's cache. */
export function useEventWrites(): EventWrites {
  const client = useQueryClient();
  return useMemo(() => createEventWrites(client), [client]);
}
