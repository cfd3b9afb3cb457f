// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ConversationView, MessageView } from '#shared/api/messages.ts';
import { courseView } from '../../../testing/course-samples.ts';
import { openLibrary, requests, respondWith, USER } from '../../../testing/library-page.tsx';

const BEN = { ...courseView().author, role: 'student' as const };
const QUESTION: MessageView = {
  id: 'm1',
  clientId: 'k1',
  conversationId: 'v1',
  conversationSeq: 1,
  senderId: BEN.id,
  receiverId: USER.id,
  kind: 'text',
  content: 'Is sheet two complete?',
  read: true,
  fileUrl: null,
  fileName: null,
  fileType: null,
  fileSize: null,
  fileWidth: null,
  fileHeight: null,
  replyTo: null,
  about: { type: 'course', id: 'c1', title: 'Study sheets', contentType: 'document', price: 600 },
  call: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
};
const CONVERSATION: ConversationView = {
  id: 'v1',
  user: BEN,
  lastMessage: QUESTION,
  unreadCount: 0,
  state: 'accepted',
  isRequestToMe: false,
  muted: false,
  pinned: false,
  archived: false,
  markedUnread: false,
  readUpToSeq: 1,
  peerReadUpToSeq: 0,
  noWriting: null,
  isRequest: false,
  officeHours: null,
  quiet: null,
};
const CREATOR = { ...USER, role: 'creator' as const };

// Loads the code before the test, because it would count as its time.
beforeAll(async () => {
  await import('../ChatScreen.tsx');
}, 60_000);
beforeEach(() =>
  respondWith((_method, path) => {
    if (path === '/api/messages/unread-count') return { total: 0, conversations: 0, requests: 0 };
    if (path.endsWith('/state')) return CONVERSATION;
    if (path.startsWith(`/api/messages/${BEN.id}`)) return [QUESTION];
    if (path.startsWith('/api/course-cards')) return [courseView({ title: 'Study sheets', price: 600 })];
    return path.startsWith('/api/messages?') ? [CONVERSATION] : [];
  }),
);

it('a creator answers questions in the Library, from which no link leads to a closed page', async () => {
  const browser = openLibrary('/library', CREATOR);
  await userEvent.click(screen.getByRole('link', { name: 'Questions' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Questions' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('link', { name: /Ben Adu/ }));
  expect(browser.path()).toBe(`/library?questions=1&with=${BEN.id}`);
  const thread = await screen.findByRole('region', { name: 'Conversation with Ben Adu' });
  expect(await within(thread).findByText('Is sheet two complete?')).toBeTruthy();
  const item = await within(thread).findByRole('region', { name: 'Course: Study sheets' });
  expect(within(item).getByRole('link', { name: 'Study sheets' }).getAttribute('href')).toBe('/library?item=c1');
  expect(within(thread).getByRole('textbox')).toBeTruthy();
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).toMatch(/^\/library\b/);
  expect(requests.filter(({ path }) => path.startsWith('/api/presence'))).toEqual([]);
});
