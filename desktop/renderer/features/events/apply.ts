import type { EventCounters, EventView, EventViewer, ListEventsQuery, PublicEventView } from '#shared/api/events.ts';
import { insertItem, mapItems, type PagedData } from '../../lib/http/pages.ts';
import { endMsOf } from './times.ts';

/** The cached pages of one list of events. */
export type EventPages = PagedData<EventView>;
/** The filter of a list. */
export type EventFilter = Omit<ListEventsQuery, 'cursor' | 'limit'>;

/** Returns the viewer block of an event for its host or for a user who has not answered it. */
export function freshViewer(isHost: boolean): EventViewer {
  return { isHost, status: null, position: null, heldUntil: null, joinUrl: null, joinOpensAt: null };
}

/** Makes the view of a pushed event, without the times that only a push has. */
export function toEventView(
  { at: _at, countedAt: _countedAt, ...event }: PublicEventView & { at?: string; countedAt?: string },
  viewer: EventViewer,
): EventView {
  return { ...event, viewer };
}

/** Applies pushed counters; an event with the same numbers keeps its identity. */
export function applyCounters(event: EventView, { going, interested, waitlisted, held }: EventCounters): EventView {
  const isSame =
    event.going === going && event.interested === interested && event.waitlisted === waitlisted && event.held === held;
  return isSame ? event : { ...event, going, interested, waitlisted, held };
}

/** Returns whether an event belongs to a list at `nowMs`, by the server's rule. */
export function isInList(event: EventView, filter: EventFilter, nowMs: number): boolean {
  const { when, from, to, virtual, q, courseId } = filter;
  const isOver = endMsOf(event) <= nowMs;
  const isOwn = event.viewer.isHost || event.viewer.status !== null;
  if (courseId !== undefined && event.audience.id !== courseId) return false;
  if (virtual !== undefined && event.isVirtual !== (virtual === 'true')) return false;
  if (q !== undefined && !matchesText(event, q)) return false;
  if (from !== undefined && event.date < from) return false;
  if (to !== undefined && event.date >= to) return false;
  if (when === 'mine') return isOwn && (from !== undefined || !isOver);
  if (when === 'upcoming' && isOver) return false;
  if (when === 'past' && !isOver) return false;
  return event.state === 'scheduled' || isOwn;
}

function matchesText({ title, description, location, host }: EventView, q: string): boolean {
  const query = q.toLowerCase();
  return [title, description, location, host.fullName].some((text) => text.toLowerCase().includes(query));
}

/**
 * Inserts, moves or removes an event in a list of `filter`; skips an event beyond the loaded pages. An unchanged list
 * keeps its identity.
 */
export function applyEvent(
  pages: EventPages,
  { event, filter, nowMs }: { event: EventView; filter: EventFilter; nowMs: number },
): EventPages {
  if (!isInList(event, filter, nowMs)) return mapItems(pages, (other) => (other.id === event.id ? null : other));
  return insertItem(pages, event, (other) => isBefore(event, other) !== (filter.when === 'past'));
}

function isBefore(a: EventView, b: EventView): boolean {
  return a.date === b.date ? a.id < b.id : a.date < b.date;
}

/** Returns whether an edit may have changed the viewer block (waiting list, seat, link), which then is refetched. */
export function isOwnAffected(before: EventView | undefined, push: PublicEventView, userId: string): boolean {
  if (!before) return push.userId === userId && push.hasJoinUrl;
  const { isHost, status } = before.viewer;
  if (isWaiting(before)) return true;
  return (isHost || status === 'going') && push.editedAt !== before.editedAt && (push.hasJoinUrl || before.hasJoinUrl);
}

/** Returns whether the answers of others can change the viewer's place or seat. */
export function isWaiting({ viewer: { status } }: EventView): boolean {
  return status === 'waitlisted' || status === 'held';
}
