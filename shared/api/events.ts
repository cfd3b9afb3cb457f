import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { eventSchemas } from './events.schema.ts';
import type { UserCard } from './users.ts';

/**
 * Which events a list shows: still to come or going on, over, or the viewer's own and answered ones that are not over.
 */
export const EVENT_LISTS = ['upcoming', 'past', 'mine'] as const;
/** One of {@link EVENT_LISTS}. */
export type EventList = (typeof EVENT_LISTS)[number];

/** What a member can answer to an invitation. */
export const RSVP_ANSWERS = ['going', 'interested'] as const;
/** One of {@link RSVP_ANSWERS}. */
export type RsvpAnswer = (typeof RSVP_ANSWERS)[number];
/**
 * How a member stands to an event: `waitlisted` said going when every seat was taken, `held` came next in line and is
 * asked to confirm.
 */
export type RsvpStatus = RsvpAnswer | 'waitlisted' | 'held';

/** An event as pushed to everyone who may see it. Dates are ISO 8601. */
export interface PublicEventView {
  id: string;
  userId: string;
  title: string;
  description: string;
  date: string;
  /** Null where the host named no end; it then counts as an hour long. */
  endsAt: string | null;
  /** IANA name of the zone in which the host gave the times. */
  timezone: string;
  location: string;
  isVirtual: boolean;
  /** Whether there is a link to join by; who is coming sees it shortly before. */
  hasJoinUrl: boolean;
  /** Seats; null where there is no limit. */
  capacity: number | null;
  state: 'scheduled' | 'cancelled';
  createdAt: string;
  editedAt: string | null;
  going: number;
  interested: number;
  waitlisted: number;
  /** Seats that wait to be confirmed; they are taken. */
  held: number;
  host: UserCard;
}

/** What an event is to the one who looks. */
export interface EventViewer {
  isHost: boolean;
  status: RsvpStatus | null;
  /** Place in the waiting list, from 1; null for who is not in it. */
  position: number | null;
  /** Until when the seat is held; null for who holds none. */
  heldUntil: string | null;
  /** The link to join by: for the host always, for who is coming from 15 minutes before until the end. */
  joinUrl: string | null;
  /** When the link becomes visible; null when there is none, or the viewer does not attend. */
  joinOpensAt: string | null;
}

/** An event as answered to a request. */
export interface EventView extends PublicEventView {
  viewer: EventViewer;
}

/** Another event of the viewer at the same time. */
export interface EventConflict {
  id: string;
  title: string;
  date: string;
}

/** One event with what else the viewer has at that time. */
export interface EventDetailView extends EventView {
  conflicts: EventConflict[];
}

/** Body of POST /api/events. Students offer at most 30 seats, and 30 where they give no number. */
export type CreateEventInput = z.infer<typeof eventSchemas.createEvent.body>;

/** Body of PATCH /api/events/:id; a field that is left out stays. */
export type EditEventInput = z.infer<typeof eventSchemas.editEvent.body>;

/** Query of GET /api/events: earliest first, past ones latest first; without `when` all between `from` and `to`. */
export type ListEventsQuery = z.infer<typeof eventSchemas.listEvents.query>;

/** What an answer to an invitation came to. */
export interface RsvpView extends Pick<EventViewer, 'status' | 'position' | 'heldUntil'> {
  going: number;
  interested: number;
  waitlisted: number;
  held: number;
}

/** A person who answered; the host sees all, others see those who let them. */
export interface AttendeeView {
  user: UserCard;
  status: RsvpStatus;
  createdAt: string;
}

/** The private calendar feed of a member; the address is answered once, when it is made. */
export interface CalendarFeedView {
  createdAt: string | null;
  url: string | null;
}

/** Events, answers to invitations and calendars. */
export const eventEndpoints = endpoints<typeof eventSchemas>()({
  listEvents: endpoint<EventView[]>()({
    method: 'GET',
    path: '/api/events',
    who: 'member',
    isPage: true,
  }),
  createEvent: endpoint<EventView>()({
    method: 'POST',
    path: '/api/events',
    who: 'member',
    errors: ['CAPACITY_ROLE'],
    isIdempotent: true,
    limit: 'events',
  }),
  /** Returns the calendar of a secret address. */
  readCalendarFeed: endpoint<string>()({
    method: 'GET',
    path: '/api/events/feed.ics',
    who: 'public',
    errors: ['NOT_FOUND'],
  }),
  getCalendarFeed: endpoint<CalendarFeedView>()({
    method: 'GET',
    path: '/api/events/feed',
    who: 'member',
  }),
  /** Makes a new address; the one before stops working. */
  renewCalendarFeed: endpoint<CalendarFeedView>()({
    method: 'PUT',
    path: '/api/events/feed',
    who: 'member',
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
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  getEvent: endpoint<EventDetailView>()({
    method: 'GET',
    path: '/api/events/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  editEvent: endpoint<EventView>()({
    method: 'PATCH',
    path: '/api/events/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'CAPACITY_ROLE', 'PAST', 'CANCELLED'],
  }),
  /** Cancels it; its page stays. */
  cancelEvent: endpoint<void>()({
    method: 'DELETE',
    path: '/api/events/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'PAST'],
  }),
  answerEvent: endpoint<RsvpView>()({
    method: 'PUT',
    path: '/api/events/:id/rsvp',
    who: 'member',
    errors: ['NOT_FOUND', 'PAST', 'CANCELLED'],
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
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
});
