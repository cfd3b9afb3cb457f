// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { HomeScreen } from '../HomeScreen.tsx';

const AUTHOR = {
  id: 'me',
  fullName: 'Ana Ruiz',
  username: 'ana',
  role: 'student',
  position: null,
  institution: null,
  profileImage: null,
};
const USER = { ...AUTHOR, email: 'a@example.org', unread: { messages: 0, notifications: 0 }, connectionCount: 0 };
const POST = {
  id: 'p1',
  userId: 'me',
  content: 'My first post',
  mentions: [],
  imageUrl: null,
  imageAlt: null,
  likes: 0,
  comments: 0,
  shares: 0,
  createdAt: '2026-01-01T10:00:00.000Z',
  editedAt: null,
  isQuestion: false,
  isAnnouncement: false,
  isPinned: false,
  audience: { type: 'everyone', id: null, name: null },
  answerId: null,
  attached: null,
  sharedPostId: null,
  shared: null,
  author: AUTHOR,
  viewer: { liked: false, saved: false, canEdit: true, canDelete: true, why: 'own' },
};
/** Responses by path; every other path has an empty page. */
const RESPONSES: Record<string, unknown> = {
  '/api/user': USER,
  '/api/posts': [POST],
  '/api/markers/feed': { lastSeenAt: null },
};

// Loads the code before the tests, because it would count as time of the second one.
beforeAll(() => import('../../features/events/components/EventsWindow.tsx'), 60_000);
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(RESPONSES[new URL(input, 'http://localhost').pathname] ?? []),
  );
});
afterEach(() => vi.unstubAllGlobals());

function open(path: string): void {
  render(
    <Providers client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <HomeScreen />
      </MemoryRouter>
    </Providers>,
  );
}

it('still leads to other members when the network has only own posts', async () => {
  open('/home?scope=network');
  await screen.findByText('My first post');
  expect((await screen.findByRole('link', { name: 'Find members' })).getAttribute('href')).toBe(
    '/connections/suggestions',
  );
});

it('opens the events from the top of the page', async () => {
  open('/home');
  await userEvent.click(await screen.findByRole('link', { name: 'Events' }));
  expect(await screen.findByRole('dialog', { name: 'Events' })).toBeTruthy();
});
