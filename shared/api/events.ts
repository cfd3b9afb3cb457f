import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { eventSchemas } from './events.schema.ts';
import type { AudienceView } from './audiences.ts';
import type { UserCard } from './users.ts';

/**
 * Which events a list shows: current and future ones, past ones, or current and future ones that the viewer hosts or
 * answered.
 */
export const EVENT_LISTS = ['upcoming', 'past', 'mine'] as const;
/** One of {@link EVENT_LISTS}. */
export type EventList = (typeof EVENT_LISTS)[number];

/** Answers to an invitation. */
export const RSVP_ANSWERS = ['going', 'interested'] as const;
/** One of {@link RSVP_ANSWERS}. */
export type RsvpAnswer = (typeof RSVP_ANSWERS)[number];
/**
 * Status of a member at an event: `waitlisted` when every seat is taken, `held` when a seat is reserved until they
 * confirm it.
 */
export type RsvpStatus = RsvpAnswer | 'waitlisted' | 'held';

/** An event as pushed to everyone who may see it. Dates are ISO 8601. */
export interface PublicEventView {
  id: string;
  userId: string;
  title: string;
  description: string;
  date: string;
  /** Null without an end; the event then counts as one hour long. */
  endsAt: string | null;
  /** IANA name of the time zone that the host chose. */
  timezone: string;
  location: string;
  isVirtual: boolean;
  /** True when there is a join link; attendees see it shortly before the start. */
  hasJoinUrl: boolean;
  /** Number of seats; null without a limit. */
  capacity: number | null;
  state: 'scheduled' | 'cancelled';
  audience: AudienceView;
  createdAt: string;
  editedAt: string | null;
  going: number;
  interested: number;
  waitlisted: number;
  /** Seats that are not confirmed yet; they count as taken. */
  held: number;
  host: UserCard;
}

/** The numbers of answers to an event, and when it was edited, as pushed while its details stay the same. */
export type EventCounters = Pick<PublicEventView, 'id' | 'going' | 'interested' | 'waitlisted' | 'held' | 'editedAt'>;

/** The viewer's relationship to an event. */
export interface EventViewer {
  isHost: boolean;
  status: RsvpStatus | null;
  /** Position in the waiting list, from 1; null outside of it. */
  position: number | null;
  /** End of the reservation of a held seat; null without one. */
  heldUntil: string | null;
  /** The join link: for the host at any time, for attendees from 15 minutes before the start until the end. */
  joinUrl: string | null;
  /** When the link becomes visible; null when there is none, or the viewer does not attend. */
  joinOpensAt: string | null;
}

/** An event in a response. */
export interface EventView extends PublicEventView {
  viewer: EventViewer;
}

/** Another event of the viewer at the same time. */
export interface EventConflict {
  id: string;
  title: string;
  date: string;
}

/** One event with the conflicting events of the viewer. */
export interface EventDetailView extends EventView {
  conflicts: EventConflict[];
}

/** Body of POST /api/events. Students offer at most 30 seats, and 30 when `capacity` is omitted. */
export type CreateEventInput = z.infer<typeof eventSchemas.createEvent.body>;

/** Body of PATCH /api/events/:id; an omitted field is not changed. */
export type EditEventInput = z.infer<typeof eventSchemas.editEvent.body>;

/**
 * Query of GET /api/events: earliest first, past ones latest first; without `when` all between `from` and `to`. With
 * `courseId` only those of this class.
 */
export type ListEventsQuery = z.infer<typeof eventSchemas.listEvents.query>;

/** The result of an answer to an invitation. */
export interface RsvpView extends Pick<EventViewer, 'status' | 'position' | 'heldUntil'> {
  going: number;
  interested: number;
  waitlisted: number;
  held: number;
}

/** A member who answered; the host sees all of them, others only those whose privacy settings allow it. */
export interface AttendeeView {
  user: UserCard;
  status: RsvpStatus;
  createdAt: string;
}

/** The private calendar feed of a member; the address is returned only in the response that creates it. */
export interface CalendarFeedView {
  createdAt: string | null;
  url: string | null;
}

/** Events, answers to invitations and calendars. */
export const eventEndpoints = endpoints<typeof eventSchemas>()({
  listEvents: endpoint<EventView[]>()({
    method: 'GET',
    path: '/api/events',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  createEvent: endpoint<EventView>()({
    method: 'POST',
    path: '/api/events',
    who: 'memberOrAuthor',
    errors: ['CAPACITY_ROLE', 'NOT_FOUND', 'NOT_ALLOWED', 'NOT_OWNER'],
    status: 201,
    limit: 'events',
    untilConfirmed: 'counted',
  }),
  /** Returns the calendar of a secret address. */
  readCalendarFeed: endpoint<string>()({
    method: 'GET',
    path: '/api/events/feed.ics',
    who: 'public',
    isNavigable: true,
    errors: ['NOT_FOUND'],
  }),
  getCalendarFeed: endpoint<CalendarFeedView>()({
    method: 'GET',
    path: '/api/events/feed',
    who: 'member',
  }),
  /** Creates a new address; the previous one stops working. */
  renewCalendarFeed: endpoint<CalendarFeedView>()({
    method: 'PUT',
    path: '/api/events/feed',
    who: 'member',
    hasSecret: true,
  }),
  removeCalendarFeed: endpoint<void>()({
    method: 'DELETE',
    path: '/api/events/feed',
    who: 'member',
  }),
  /** One event as a calendar file (RFC 5545). */
  getEventCalendar: endpoint<string>()({
    method: 'GET',
    path: '/api/events/:id.ics',
    who: 'memberOrAuthor',
    isNavigable: true,
    errors: ['NOT_FOUND'],
  }),
  getEvent: endpoint<EventDetailView>()({
    method: 'GET',
    path: '/api/events/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
  }),
  editEvent: endpoint<EventView>()({
    method: 'PATCH',
    path: '/api/events/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'CAPACITY_ROLE', 'PAST', 'CANCELLED', 'STALE'],
    isVersioned: true,
  }),
  /** Cancels the event; its page remains. */
  cancelEvent: endpoint<void>()({
    method: 'DELETE',
    path: '/api/events/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'PAST'],
  }),
  answerEvent: endpoint<RsvpView>()({
    method: 'PUT',
    path: '/api/events/:id/rsvp',
    who: 'member',
    errors: ['NOT_FOUND', 'PAST', 'CANCELLED'],
    untilConfirmed: 'counted',
  }),
  leaveEvent: endpoint<RsvpView>()({
    method: 'DELETE',
    path: '/api/events/:id/rsvp',
    who: 'member',
    errors: ['NOT_FOUND', 'PAST'],
  }),
  listAttendees: endpoint<AttendeeView[]>()({
    method: 'GET',
    path: '/api/events/:id/attendees',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
});
