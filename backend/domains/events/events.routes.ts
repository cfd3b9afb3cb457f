import { eventSchemas } from '#shared/api/events.schema.ts';
import { eventEndpoints } from '#shared/api/events.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { actingAs } from '../../http/identity.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import {
  loadCalendarFeed,
  removeCalendarFeed,
  renewCalendarFeed,
  sendCalendarFeed,
  sendEventCalendar,
} from './events.calendar.ts';
import { listAttendees, listEvents, loadEventDetail } from './events.list.ts';
import { editedVersion } from '../../http/text-version.ts';
import { cancelEvent, createEvent, editEvent } from './events.service.ts';
import { answerEvent, leaveEvent } from './rsvp.service.ts';

/** Routes of events; fixed paths precede those with an id. */
export const eventRoutes = routesWith<{ publicUrl: string; approvedRoles: readonly Role[] }>()(
  eventEndpoints,
  eventSchemas,
  {
    listEvents: ({ pool, identity, query }) => listEvents(pool, identity, query),
    createEvent: ({ tx, deps, identity, body }) => createEvent(tx, actingAs(identity, deps.approvedRoles), body),
    readCalendarFeed: async ({ pool, deps, query, res }) => {
      await sendCalendarFeed(pool, { token: query.token, publicUrl: deps.publicUrl, res });
      return RESPONDED;
    },
    getCalendarFeed: ({ pool, identity }) => loadCalendarFeed(pool, identity.id),
    renewCalendarFeed: ({ tx, deps, identity }) => renewCalendarFeed(tx, identity.id, deps.publicUrl),
    removeCalendarFeed: ({ tx, identity }) => removeCalendarFeed(tx, identity.id),
    getEventCalendar: async ({ pool, deps, identity, params, res }) => {
      await sendEventCalendar(pool, { eventId: params.id, viewerId: identity.id, publicUrl: deps.publicUrl, res });
      return RESPONDED;
    },
    getEvent: ({ pool, identity, params }) => loadEventDetail(pool, params.id, identity.id),
    editEvent: ({ tx, deps, identity, params, body, req }) =>
      editEvent(tx, actingAs(identity, deps.approvedRoles), {
        ...body,
        eventId: params.id,
        version: editedVersion(req),
      }),
    cancelEvent: ({ tx, identity, params }) => cancelEvent(tx, identity.id, params.id),
    answerEvent: ({ tx, identity, params, body }) =>
      answerEvent(tx, identity.id, { eventId: params.id, answer: body.status }),
    leaveEvent: ({ tx, identity, params }) => leaveEvent(tx, identity.id, params.id),
    listAttendees: ({ pool, identity, params, query }) =>
      listAttendees(pool, identity.id, { ...query, eventId: params.id }),
  },
);
