// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { EventView } from '#shared/api/events.ts';
import type { PostView } from '#shared/api/posts.ts';
import { ANA, courseDetail, serve } from '../../../testing/course-samples.ts';
import { ModerationContext } from '../../features/users/moderation.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { sessionQuery } from '../../lib/me.ts';
import { Item } from './Item.tsx';

const AMARA: CurrentUser = { ...ANA, id: 'amara', fullName: 'Amara Nwosu', username: 'amara', role: 'creator' };
const AT = '2026-11-01T10:00:00.000Z';
const AUDIENCE = { type: 'course' as const, id: 'c1', name: 'Algebra for beginners' };
const LEO = { ...courseDetail().author, id: 'leo', fullName: 'Leo Sand', username: 'leo', role: 'student' as const };
const POST: PostView = {
  id: 'p1',
  userId: 'leo',
  content: 'Is sheet two complete, @mia?',
  imageUrl: null,
  imageAlt: null,
  likes: 0,
  comments: 0,
  shares: 0,
  createdAt: AT,
  editedAt: null,
  isQuestion: true,
  isAnnouncement: false,
  isPinned: false,
  audience: AUDIENCE,
  answerId: null,
  attached: null,
  sharedPostId: null,
  shared: null,
  mentions: [{ userId: 'mia', username: 'mia' }],
  author: LEO,
  viewer: { liked: false, saved: false, canEdit: false, canDelete: false, why: 'group' },
};
const EVENT: EventView = {
  id: 'e1',
  userId: 'amara',
  title: 'Office hours',
  description: '',
  date: '2046-11-01T10:00:00.000Z',
  endsAt: null,
  timezone: 'UTC',
  location: 'Studio',
  isVirtual: false,
  hasJoinUrl: false,
  capacity: null,
  state: 'scheduled',
  audience: AUDIENCE,
  createdAt: AT,
  editedAt: null,
  going: 1,
  interested: 0,
  waitlisted: 0,
  held: 0,
  host: { ...LEO, id: 'amara', fullName: 'Amara Nwosu', role: 'creator' },
  viewer: { isHost: true, status: null, position: null, heldUntil: null, joinUrl: null, joinOpensAt: null },
};

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(() => import('../../ui/MenuPanel.tsx'), 60_000);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Opens a part of the item of a creator as this user. Returns the requests. */
function open(part: string, user: CurrentUser): string[] {
  const isOwner = user.id === AMARA.id;
  const author = { ...courseDetail().author, id: 'amara', fullName: 'Amara Nwosu', role: 'creator' as const };
  const viewer = { ...courseDetail().viewer, isOwner, isEnrolled: !isOwner, progress: isOwner ? null : 0 };
  const sent = serve(({ path }) => {
    if (path === '/api/courses/c1') return courseDetail({ userId: 'amara', author, viewer });
    if (path === '/api/events/e1') return { ...EVENT, conflicts: [] };
    if (path === '/api/events/e1/attendees?') return [{ user: LEO, status: 'going', createdAt: AT }];
    if (path.startsWith('/api/posts?')) return [POST];
    if (path.startsWith('/api/events?')) return [EVENT];
    return [];
  });
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, user);
  render(
    <QueryClientProvider client={client}>
      <ModerationContext value={{ report: vi.fn(), block: vi.fn() }}>
        <MemoryRouter initialEntries={[`/library?item=c1&part=${part}`]}>
          <Item itemId="c1" user={user} onClose={vi.fn()} />
        </MemoryRouter>
      </ModerationContext>
    </QueryClientProvider>,
  );
  return sent;
}

const linksIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');

it('has its discussion, announcements and events in the Library for its author', async () => {
  open('discussion', AMARA);
  const tabs = await screen.findByRole('tablist', { name: 'Parts of this item' });
  const names = within(tabs)
    .getAllByRole('tab')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Content', 'Discussion', 'Announcements', 'Events']);
  await userEvent.click(screen.getByRole('tab', { name: 'Announcements' }));
  expect(await screen.findByLabelText('What should all learners know?')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Events' }));
  expect(await screen.findByRole('button', { name: 'New event' })).toBeTruthy();
});

it('has announcements and events for the learners, too', async () => {
  open('announcements', ANA);
  expect(await screen.findByRole('tab', { name: 'Events' })).toBeTruthy();
  expect(screen.queryByLabelText('What should all learners know?')).toBeNull();
});

it('offers the author of a post only what creators can open', async () => {
  const sent = open('discussion', AMARA);
  const post = await screen.findByRole('article', { name: /Leo Sand/ });
  expect(post.textContent).toContain('Is sheet two complete, @mia?');
  expect(linksIn(post)).toEqual([]);
  expect(within(post).queryByRole('button', { name: 'Save' })).toBeNull();
  await userEvent.click(within(post).getByRole('button', { name: 'More about this post' }));
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pin to the top', 'Report', 'Block @leo']);
  await userEvent.keyboard('{Escape}');
  await userEvent.type(screen.getByLabelText('What would you like to share?'), 'Yes @le');
  expect(sent.filter((request) => /mentions|feed-settings|api\/users/.test(request))).toEqual([]);
});

it('shows members the name of a creator without a link', async () => {
  open('events', ANA);
  await userEvent.click(await screen.findByRole('button', { name: /Office hours/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Office hours' });
  expect(within(dialog).getByText('Amara Nwosu')).toBeTruthy();
  expect(linksIn(dialog).filter((href) => href.startsWith('/profile/amara'))).toEqual([]);
});

it('offers the host of an event only what creators can open', async () => {
  open('events', AMARA);
  await userEvent.click(await screen.findByRole('button', { name: /Office hours/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Office hours' });
  expect(within(dialog).getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: /Copy link|Share in a post/ })).toBeNull();
  expect(linksIn(dialog)).toEqual([]);
});
