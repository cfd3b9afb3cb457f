import {
  calendarFeedSchema,
  createEventSchema,
  editEventSchema,
  listAttendeesSchema,
  listEventsSchema,
  rsvpSchema,
} from '#shared/api/events.schema.ts';
import { eventEndpoints } from '#shared/api/events.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import {
  loadCalendarFeed,
  removeCalendarFeed,
  renewCalendarFeed,
  sendCalendarFeed,
  sendEventCalendar,
} from './events.calendar.ts';
import { listAttendees, listEvents, loadEventDetail } from './events.list.ts';
import { cancelEvent, createEvent, editEvent } from './events.service.ts';
import { answerEvent, leaveEvent } from './rsvp.service.ts';

/**
 * Routes of events; `publicUrl` stands before the pages and feeds that calendars name. Fixed paths stand before those
 * with an id.
 */
export function eventRoutes(limits: RateLimits, publicUrl: string): Route[] {
  return [
    route(eventEndpoints.listEvents, { query: listEventsSchema }, ({ pool, identity, query }) =>
      listEvents(pool, identity.id, query),
    ),
    route(eventEndpoints.createEvent, { body: createEventSchema }, async ({ em, identity, body }) => {
      await limits.consume('events', identity.id);
      return createEvent(em, identity, body);
    }),
    route(eventEndpoints.readCalendarFeed, { query: calendarFeedSchema }, async ({ pool, query, res }) => {
      await sendCalendarFeed(pool, { token: query.token, publicUrl, res });
      return undefined as never;
    }),
    route(eventEndpoints.getCalendarFeed, {}, ({ pool, identity }) => loadCalendarFeed(pool, identity.id)),
    route(eventEndpoints.renewCalendarFeed, {}, ({ em, identity }) => renewCalendarFeed(em, identity.id, publicUrl)),
    route(eventEndpoints.removeCalendarFeed, {}, ({ em, identity }) => removeCalendarFeed(em, identity.id)),
    route(eventEndpoints.getEventCalendar, { params: idParamsSchema }, async ({ pool, identity, params, res }) => {
      await sendEventCalendar(pool, { eventId: params.id, viewerId: identity.id, publicUrl, res });
      return undefined as never;
    }),
    route(eventEndpoints.getEvent, { params: idParamsSchema }, ({ pool, identity, params }) =>
      loadEventDetail(pool, params.id, identity.id),
    ),
    route(
      eventEndpoints.editEvent,
      { params: idParamsSchema, body: editEventSchema },
      ({ em, identity, params, body }) => editEvent(em, identity, { ...body, eventId: params.id }),
    ),
    route(eventEndpoints.cancelEvent, { params: idParamsSchema }, ({ em, identity, params }) =>
      cancelEvent(em, identity.id, params.id),
    ),
    route(eventEndpoints.answerEvent, { params: idParamsSchema, body: rsvpSchema }, ({ em, identity, params, body }) =>
      answerEvent(em, identity.id, { eventId: params.id, answer: body.status }),
    ),
    route(eventEndpoints.leaveEvent, { params: idParamsSchema }, ({ em, identity, params }) =>
      leaveEvent(em, identity.id, params.id),
    ),
    route(
      eventEndpoints.listAttendees,
      { params: idParamsSchema, query: listAttendeesSchema },
      ({ pool, identity, params, query }) => listAttendees(pool, identity.id, { ...query, eventId: params.id }),
    ),
  ];
}
