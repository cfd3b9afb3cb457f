import { beforeEach, expect, it, vi } from 'vitest';
import type { UnreadMessages } from '#shared/api/messages.ts';
import type { UnreadCount } from '#shared/api/notifications.ts';
import { Unread } from './unread.ts';

let messages: UnreadMessages;
let notifications: UnreadCount;
let shown: number[];
let due: (() => void)[];
let unread: Unread;

beforeEach(() => {
  messages = { total: 7, conversations: 2, requests: 1 };
  notifications = { total: 5, byCategory: { messages: 2, posts: 3 } };
  [shown, due] = [[], []];
  unread = new Unread({
    loadMessages: async () => messages,
    loadNotifications: async () => notifications,
    show: (count) => shown.push(count),
    wait: (run) => due.push(run),
  });
});
const run = () => due.splice(0).forEach((one) => one());

it('counts conversations and notifications that are not about messages, loaded once for several reasons', async () => {
  unread.refresh();
  unread.refresh();
  expect(due).toHaveLength(1);
  run();
  await vi.waitFor(() => expect(shown).toEqual([6]));
  expect(unread.conversations).toBe(3);
});

it('follows the pushes of notifications and the reports of the page', async () => {
  unread.report(4);
  expect([shown, due]).toEqual([[4], []]);
  unread.refresh();
  run();
  await vi.waitFor(() => expect(shown).toEqual([4, 6]));
  unread.takeNotifications({ total: 0, byCategory: {} });
  expect(shown).toEqual([4, 6, 3]);
  unread.report(2);
  expect(shown, 'the own numbers are known').toEqual([4, 6, 3]);
  messages = { total: 0, conversations: 0, requests: 0 };
  notifications = { total: 0, byCategory: {} };
  run();
  await vi.waitFor(() => expect(shown).toEqual([4, 6, 3, 0]));
});

it('uses no response that is older than another response or a push', async () => {
  const responses: ((found: UnreadMessages) => void)[] = [];
  const counts = new Unread({
    loadMessages: () => new Promise((resolve) => responses.push(resolve)),
    loadNotifications: async () => notifications,
    show: (count) => shown.push(count),
    wait: (next) => next(),
  });
  counts.refresh();
  counts.refresh();
  responses[1]?.({ total: 1, conversations: 1, requests: 0 });
  await vi.waitFor(() => expect(shown).toEqual([4]));
  responses[0]?.({ total: 9, conversations: 9, requests: 0 });
  counts.refresh();
  counts.takeNotifications({ total: 0, byCategory: {} });
  expect(shown, 'without the first response').toEqual([4, 1]);
  responses[2]?.({ total: 1, conversations: 1, requests: 0 });
  await vi.waitFor(() => expect(shown).toEqual([4, 1, 1]));
});

it('shows nothing of the former member after a sign-out', async () => {
  unread.refresh();
  run();
  unread.clear();
  await vi.waitFor(() => expect(shown).toEqual([0]));
  await Promise.resolve();
  expect([shown, unread.conversations]).toEqual([[0], 0]);
});

it('keeps the former numbers when the server does not respond', async () => {
  unread.refresh();
  run();
  await vi.waitFor(() => expect(shown).toEqual([6]));
  const failing = new Unread({
    loadMessages: () => Promise.reject(new Error('away')),
    loadNotifications: async () => notifications,
    show: (count) => shown.push(count),
    wait: (next) => next(),
  });
  failing.refresh();
  await Promise.resolve();
  expect([shown, failing.conversations]).toEqual([[6], 0]);
});
