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
