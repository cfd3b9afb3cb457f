import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventView, PublicEventView, RsvpStatus } from '#shared/api/events.ts';
import { HOUR_MS } from '#shared/time.ts';
import {
  applyCounters,
  applyEvent,
  freshViewer,
  isInList,
  isOwnAffected,
  toEventView,
  type EventFilter,
  type EventPages,
} from './apply.ts';

const ME = 'me';
const NOW_MS = Date.parse('2027-01-10T12:00:00.000Z');
const PAGE = 3;
const FILTERS: readonly EventFilter[] = [
  { when: 'upcoming' },
  { when: 'past' },
  { when: 'mine' },
  { when: 'upcoming', virtual: 'true' },
  { when: 'upcoming', q: 'TERN' },
  { from: new Date(NOW_MS - 24 * HOUR_MS).toISOString(), to: new Date(NOW_MS + 24 * HOUR_MS).toISOString() },
];

function eventOf(number: number, part: Partial<PublicEventView> = {}, status: RsvpStatus | null = null): EventView {
  const userId = part.userId ?? 'host';
  const push: PublicEventView = {
    id: `id-${String(number).padStart(3, '0')}`,
    userId,
    title: `Event ${String(number)}`,
    description: '',
    date: new Date(NOW_MS).toISOString(),
    endsAt: null,
    timezone: 'UTC',
    location: 'Hall',
    isVirtual: false,
    hasJoinUrl: false,
    audience: { type: 'everyone', id: null, name: null },
    capacity: null,
    state: 'scheduled',
    createdAt: new Date(NOW_MS).toISOString(),
    editedAt: null,
    going: 0,
    interested: 0,
    waitlisted: 0,
    held: 0,
    host: {
      id: userId,
      fullName: userId,
      username: userId,
      role: 'teacher',
      position: null,
      institution: null,
      profileImage: null,
    },
    ...part,
  };
  return toEventView(push, { ...freshViewer(userId === ME), status });
}

/** Returns what a fetch of a number of pages returns. */
function fetchOf(server: readonly EventView[], filter: EventFilter, pages: number): EventPages {
  const sign = filter.when === 'past' ? -1 : 1;
  const rows = server
    .filter((event) => isInList(event, filter, NOW_MS))
    .toSorted((a, b) => sign * (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1));
  const shown = rows.slice(0, pages * PAGE);
  return { pages: [{ items: shown, nextCursor: rows.length > shown.length ? 'more' : null }], pageParams: [undefined] };
}

const itemsOf = ({ pages }: EventPages) => pages.flatMap((page) => page.items);

const eventArbitrary = fc
  .record({
    number: fc.integer({ min: 0, max: 12 }),
    hours: fc.integer({ min: -50, max: 50 }),
    userId: fc.constantFrom('host', ME),
    title: fc.constantFrom('Tern count', 'Chess'),
    isVirtual: fc.boolean(),
    state: fc.constantFrom<PublicEventView['state']>('scheduled', 'cancelled'),
    status: fc.constantFrom<RsvpStatus | null>(null, 'going', 'interested'),
  })
  .map(({ number, hours, status, ...part }) =>
    eventOf(
      number,
      { ...part, date: new Date(NOW_MS + hours * HOUR_MS).toISOString() },
      part.userId === ME ? null : status,
    ),
  );

describe('applying a push gives the result of a new fetch', () => {
  it.each(FILTERS)('in %j', (filter) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(eventArbitrary, { selector: ({ id }) => id, maxLength: 12 }),
        eventArbitrary,
        fc.integer({ min: 1, max: 5 }),
        (server, change, pages) => {
          const before = server.find(({ id }) => id === change.id);
          // A push has no viewer block; the cached one stays.
          const event = {
            ...change,
            userId: before?.userId ?? change.userId,
            viewer: before?.viewer ?? freshViewer(change.userId === ME),
          };
          const after = [...server.filter(({ id }) => id !== event.id), event];
          const applied = itemsOf(applyEvent(fetchOf(server, filter, pages), { event, filter, nowMs: NOW_MS }));
          const fresh = itemsOf(fetchOf(after, filter, 9));
          // Compares the loaded pages only.
          expect(applied).toEqual(fresh.slice(0, applied.length));
          const isAll = fetchOf(server, filter, pages).pages[0]?.nextCursor === null;
          if (isAll) expect(applied).toHaveLength(fresh.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('keeps the identity of a list that the event does not belong to', () => {
  const pages = fetchOf([eventOf(1)], { when: 'upcoming' }, 1);
  expect(applyEvent(pages, { event: eventOf(2), filter: { when: 'mine' }, nowMs: NOW_MS })).toBe(pages);
});

it('inserts an event between loaded pages', () => {
  const at = (number: number) => eventOf(number, { date: new Date(NOW_MS + number * HOUR_MS).toISOString() });
  const pages: EventPages = {
    pages: [
      { items: [at(1), at(3)], nextCursor: 'a' },
      { items: [at(5)], nextCursor: null },
    ],
    pageParams: [undefined, 'a'],
  };
  const applied = applyEvent(pages, { event: at(4), filter: { when: 'upcoming' }, nowMs: NOW_MS });
  expect(applied.pages.map(({ items }) => items.map(({ title }) => title))).toEqual([
    ['Event 1', 'Event 3'],
    ['Event 4', 'Event 5'],
  ]);
});

it('applies counters, and keeps the identity of an event that has them', () => {
  const event = eventOf(1, { going: 2 });
  const counters = { id: event.id, going: 3, interested: 0, waitlisted: 0, held: 0, editedAt: event.editedAt };
  expect(applyCounters(event, counters)).toEqual({ ...event, going: 3 });
  expect(applyCounters(event, { ...counters, going: 2 })).toBe(event);
});

describe('isOwnAffected', () => {
  const edited = { editedAt: new Date(NOW_MS).toISOString(), hasJoinUrl: true };
  it.each<[string, EventView | undefined, PublicEventView, boolean]>([
    ['true for a user on the waiting list', eventOf(1, {}, 'waitlisted'), eventOf(1), true],
    ['true for a user with a held seat', eventOf(1, {}, 'held'), eventOf(1), true],
    ['false for an attendee after an answer of another user', eventOf(1, {}, 'going'), eventOf(1, { going: 9 }), false],
    ['true for an attendee after an edit with a link', eventOf(1, {}, 'going'), eventOf(1, edited), true],
    ['false for an interested user after an edit', eventOf(1, {}, 'interested'), eventOf(1, edited), false],
    ['false for a user who has not answered', eventOf(1), eventOf(1, edited), false],
    ['false for a new event of another user', undefined, eventOf(1, { hasJoinUrl: true }), false],
    ['true for the host on another device', undefined, eventOf(1, { hasJoinUrl: true, userId: ME }), true],
  ])('%s', (_who, before, push, isAffected) => {
    expect(isOwnAffected(before, push, ME)).toBe(isAffected);
  });
});
