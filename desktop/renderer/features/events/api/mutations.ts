import { useMutation, useQueryClient } from '@tanstack/react-query';
import { eventEndpoints, type CreateEventInput, type EditEventInput, type RsvpAnswer } from '#shared/api/events.ts';
import { call, callText } from '../../../lib/http/api.ts';
import { invalidate } from '../../../lib/http/query-client.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { saveTextFile } from '../../../lib/page/save-file.ts';
import { findEvent, putEvent, refetchOwn, refetchAttendees } from './cache.ts';
import { calendarFeedQuery } from './queries.ts';

/** The lists of events on the profiles of their hosts and attendees. */
const PROFILE_EVENTS = ['users', { part: 'events' }] as const;
const invalidates = [['events'], PROFILE_EVENTS] as const;

/** Creates an event; a retry creates it once. The form shows a failure. */
export function useCreateEvent() {
  const once = useOnce();
  return useMutation({
    mutationFn: (body: CreateEventInput) =>
      once(body, (options) => call(eventEndpoints.createEvent, { body }, options)),
    onSuccess: ({ id }) => void liveLink.emit('event-create', { id }),
    meta: { action: null, invalidates },
  });
}

/** Changes an own event, based on the edited version; the form shows a failure. */
export function useEditEvent() {
  const once = useOnce();
  return useMutation({
    mutationFn: (edit: { id: string; version: string; body: EditEventInput }) => {
      const { id, version, body } = edit;
      return once(edit, (options) =>
        call(eventEndpoints.editEvent, { params: { id }, body }, { ...options, ifMatch: version }),
      );
    },
    onSuccess: ({ id }) => void liveLink.emit('event-update', { id }),
    meta: { action: null, invalidates },
  });
}

/** Cancels an own event, by its id; the dialog shows a failure. */
export function useCancelEvent() {
  return useMutation({
    mutationFn: (id: string) => call(eventEndpoints.cancelEvent, { params: { id } }),
    onSuccess: (_nothing, id) => void liveLink.emit('event-update', { id }),
    meta: { action: null, invalidates },
  });
}

/** Answers an event, or withdraws the answer, and shows the result wherever the event is listed. */
export function useAnswerEvent(id: string) {
  const client = useQueryClient();
  return useMutation({
    // Several answers in a row are sent in their order.
    scope: { id: `event-answer-${id}` },
    mutationFn: (answer: RsvpAnswer | 'leave') =>
      answer === 'leave'
        ? call(eventEndpoints.leaveEvent, { params: { id } })
        : call(eventEndpoints.answerEvent, { params: { id }, body: { status: answer } }),
    onSuccess: ({ status, position, heldUntil, ...counts }) => {
      const event = findEvent(client, id);
      if (event) putEvent(client, { ...event, ...counts, viewer: { ...event.viewer, status, position, heldUntil } });
      // The notification that asked to confirm the seat is answered.
      if (event?.viewer.status === 'held') void invalidate(client, ['notifications']);
      // While the live link is up, the push of the change refreshes the attendees.
      if (liveLink.status !== 'live') refetchAttendees(client, id);
    },
    onError: () => void refetchOwn(client, id),
    meta: { action: 'save your answer', invalidates: [PROFILE_EVENTS] },
  });
}

/** Saves an event as a calendar file, by its id. */
export function useSaveCalendar() {
  return useMutation({
    mutationFn: (id: string) => callText(eventEndpoints.getEventCalendar, { params: { id } }),
    onSuccess: (text) => saveTextFile(text, { name: 'event.ics', type: 'text/calendar' }),
    meta: { action: 'save the calendar file' },
  });
}

/** Changes of the calendar address are sent in their order. */
const FEED_SCOPE = { id: 'calendar-feed' };

/** Creates a new calendar address, which replaces the previous one; only the response contains it. */
export function useRenewCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    scope: FEED_SCOPE,
    mutationFn: () => call(eventEndpoints.renewCalendarFeed, {}),
    onSuccess: (feed) => client.setQueryData(calendarFeedQuery.queryKey, { ...feed, url: null }),
    meta: { action: 'create the calendar address' },
  });
}

/** Removes the calendar address. */
export function useRemoveCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    scope: FEED_SCOPE,
    mutationFn: () => call(eventEndpoints.removeCalendarFeed, {}),
    onSuccess: () => client.setQueryData(calendarFeedQuery.queryKey, { createdAt: null, url: null }),
    meta: { action: 'remove the calendar address' },
  });
}
