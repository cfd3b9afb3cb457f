import { expect, it } from 'vitest';
import { notificationText } from './api/notification-texts.ts';
import type { NotificationView, TypedParams } from './api/notifications.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const names = ['Ana', 'Bo', 'Cleo'];
const view = (typed: TypedParams, actorCount = 1): NotificationView => ({
  id: 'n',
  ...typed,
  category: 'posts',
  priority: 'medium',
  read: false,
  done: false,
  snoozedUntil: null,
  createdAt: NOW.toISOString(),
  expiresAt: null,
  sourceType: null,
  sourceId: null,
  path: null,
  groupKey: 'n',
  count: actorCount,
  actors: names.slice(0, actorCount).map((fullName) => ({
    id: fullName,
    fullName,
    username: fullName,
    role: 'student',
    position: null,
    institution: null,
    profileImage: null,
  })),
  actorCount,
  canMute: false,
  isMuted: false,
  canAnswer: false,
});

it('names up to two actors and counts the others', () => {
  const liked = (actorCount: number) => notificationText(view({ type: 'post-liked', params: {} }, actorCount)).content;
  expect([1, 2, 3, 10].map(liked)).toEqual([
    'Ana liked your post',
    'Ana and Bo liked your post',
    'Ana, Bo and 1 other liked your post',
    'Ana, Bo and 8 others liked your post',
  ]);
});

const asked = (actorCount: number) =>
  notificationText(view({ type: 'verification-requested', params: { excerpt: 'BSc, Lund' } }, actorCount)).content;

it('uses the plural for several who ask', () => {
  expect([asked(1), asked(2)]).toEqual(['Ana asks to be confirmed', 'Ana and Bo ask to be confirmed']);
});

it.each([
  ['2026-11-21T10:00:00.000Z', 'Confirm it within 24 hours, or it is offered to the next member in line.'],
  ['2026-11-20T10:20:00.000Z', 'Confirm it within 20 minutes, or it is offered to the next member in line.'],
  ['2026-11-20T09:00:00.000Z', null],
])('a seat held until %s', (heldUntil, excerpt) => {
  const params = { seat: 'free', eventTitle: 'Study table', heldUntil } as const;
  expect(notificationText(view({ type: 'event-promoted', params }), NOW)).toEqual({
    title: 'A seat is held for you',
    content: 'Study table',
    excerpt,
  });
});

const PLACE = {
  date: '2026-11-24T16:00:00.000Z',
  endsAt: '2026-11-24T18:00:00.000Z',
  timezone: 'Europe/Berlin',
  location: 'Room 5',
  isVirtual: false,
};

it.each([
  [PLACE, 'Tue, 24 Nov 2026, 17:00–19:00 (Europe/Berlin, GMT+1), Room 5'],
  [
    { ...PLACE, date: '2026-07-24T16:00:00.000Z', endsAt: null },
    'Fri, 24 Jul 2026, 18:00 (Europe/Berlin, GMT+2), Room 5',
  ],
  [
    { ...PLACE, timezone: 'America/New_York', location: '', isVirtual: true },
    'Tue, 24 Nov 2026, 11:00–13:00 (America/New York, GMT-5), online',
  ],
  [{ ...PLACE, timezone: 'UTC', endsAt: '2026-11-25T01:00:00.000Z' }, 'Tue, 24 Nov 2026, 16:00–01:00 (UTC), Room 5'],
  [
    { ...PLACE, timezone: 'Asia/Kathmandu', endsAt: '2026-11-26T18:00:00.000Z' },
    'Tue, 24 Nov 2026, 21:45 – Thu, 26 Nov 2026, 23:45 (Asia/Kathmandu, GMT+5:45), Room 5',
  ],
  [{ ...PLACE, timezone: 'Mars/Olympus', endsAt: null }, 'Tue, 24 Nov 2026, 16:00 (UTC), Room 5'],
])('says when and where an event is, in its zone: %j', (place, described) => {
  const changed = { eventTitle: 'Study table', isCancelled: false, place };
  const before = { ...PLACE, timezone: 'UTC', date: '2026-11-20T09:00:00.000Z', endsAt: null };
  const textOf = (params: Extract<TypedParams, { type: 'event-changed' }>['params']) =>
    notificationText(view({ type: 'event-changed', params }));
  const content = `Study table: ${described}`;
  expect(textOf({ ...changed, before })).toEqual({
    title: 'Event updated',
    content: `${content}. Before: Fri, 20 Nov 2026, 09:00 (UTC), Room 5`,
    excerpt: null,
  });
  expect(textOf({ ...changed, isLinkNew: true })).toMatchObject({
    content: `${content}. The link to join has changed.`,
  });
  expect(textOf({ ...changed, isCancelled: true })).toEqual({ title: 'Event cancelled', content, excerpt: null });
  const reminder = { type: 'event-reminder', params: { eventTitle: 'Study table', kind: 'day', place } } as const;
  expect(notificationText(view(reminder))).toEqual({ title: 'Starts within 24 hours', content, excerpt: null });
});

it('words the notifications of before, which do not contain when and where', () => {
  const params = { eventTitle: 'Study table', isCancelled: false };
  expect(notificationText(view({ type: 'event-changed', params }))).toEqual({
    title: 'Event updated',
    content: 'Study table',
    excerpt: null,
  });
});

const bought = { title: 'Algebra', amount: 1_500, currency: 'USD', isTest: false };

it.each([
  [
    { type: 'purchase', params: { ...bought, receiptNumber: 7 } },
    'Payment received',
    'Algebra for $15.00',
    'Receipt 7',
  ],
  [
    { type: 'sale', params: { ...bought, isTest: true } },
    'New sale',
    'Ana bought Algebra for $15.00 (test payment)',
    null,
  ],
  [{ type: 'refund', params: { ...bought, outcome: 'refunded' } }, 'Refunded', 'Algebra for $15.00', null],
  [
    { type: 'sale', params: { ...bought, isReturned: true } },
    'Payment not accepted',
    'Algebra for $15.00',
    'The buyer gets the money back.',
  ],
  [
    { type: 'refund', params: { ...bought, outcome: 'declined' } },
    'Refund declined',
    'Algebra for $15.00',
    'The seller declined your request.',
  ],
  [
    { type: 'refund', params: { ...bought, outcome: 'failed' } },
    'Refund failed',
    'Algebra for $15.00',
    'A bank refused it. The seller decides again.',
  ],
  [
    { type: 'refund-requested', params: { ...bought, kind: 'request', excerpt: 'Too hard' } },
    'Refund requested',
    'Algebra for $15.00',
    'Too hard',
  ],
  [
    { type: 'refund-requested', params: { ...bought, kind: 'dispute', excerpt: null } },
    'Payment disputed',
    'Algebra for $15.00',
    "The buyer's bank demands the money back.",
  ],
] satisfies [TypedParams, string, string, string | null][])('words %j', (typed, title, content, excerpt) => {
  expect(notificationText(view(typed), NOW)).toEqual({ title, content, excerpt });
});

it('counts the missed calls of one caller', () => {
  const missed = view({ type: 'missed-call', params: { callType: 'voice' } });
  const textOf = (count: number) => {
    const { title, content } = notificationText({ ...missed, count });
    return `${title}: ${content}`;
  };
  expect([1, 3].map(textOf)).toEqual(['Missed call: Ana called you', 'Missed calls: Ana called you 3 times']);
});
