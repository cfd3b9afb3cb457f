// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audienceEndpoints, type AudienceChoice, type AudienceView } from '#shared/api/audiences.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { postEndpoints } from '#shared/api/posts.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import type { FeedPost } from '../feed.ts';
import { ClassAnnouncements, ClassDiscussion } from './ClassDiscussion.tsx';
import { AudienceLine } from '../../users/components/AudienceLine.tsx';
import { PostCard } from './PostCard.tsx';
import { PostComposer } from './PostComposer.tsx';

vi.mock('../../../lib/live/live.ts', () => ({
  liveLink: { emit: vi.fn(() => Promise.resolve({ ok: true })), joinRoom: vi.fn(), leaveRoom: vi.fn() },
}));
vi.mock('../../../lib/http/api.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/http/api.ts')>()),
  call: vi.fn(),
  callPage: vi.fn(),
}));

const EVERYONE: AudienceView = { type: 'everyone', id: null, name: null };
const SCHOOL: AudienceView = { type: 'institution', id: 'i1', name: 'Northgate' };
const BOTANY: AudienceView = { type: 'course', id: '0190a7c2-0000-7000-8000-000000000000', name: 'Botany' };
const CHOICES: AudienceChoice[] = [
  { ...EVERYONE, canHost: true },
  { type: 'connections', id: null, name: null, canHost: true },
  { ...SCHOOL, canHost: true },
  { ...BOTANY, canHost: false },
];
const AUTHOR = { id: 'u1', fullName: 'Ana Ruiz', profileImage: null };

function post(part: Partial<FeedPost> = {}): FeedPost {
  return {
    id: 'p1',
    userId: 'u1',
    content: 'Hello',
    imageUrl: null,
    imageAlt: null,
    likes: 0,
    comments: 0,
    shares: 0,
    createdAt: '2026-01-01T10:00:00.000Z',
    editedAt: null,
    mentions: [],
    isQuestion: false,
    isAnnouncement: false,
    isPinned: false,
    audience: EVERYONE,
    answerId: null,
    attached: null,
    sharedPostId: null,
    shared: null,
    author: { ...AUTHOR, username: 'ana', role: 'teacher', position: null, institution: null },
    viewer: { liked: false, saved: false, canEdit: false, canDelete: false, why: 'everyone' },
    ...part,
  };
}

function show(element: ReactElement, path = '/home') {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
}

const create = vi.fn();
const field = () => screen.getByLabelText('What would you like to share?');

beforeEach(() => {
  localStorage.clear();
  create.mockResolvedValue(post());
  vi.mocked(callPage).mockResolvedValue({ items: [], nextCursor: null });
  vi.mocked(call).mockImplementation(((endpoint: Endpoint, ...rest: unknown[]) => {
    if (endpoint === postEndpoints.createPost) return create(...rest);
    return Promise.resolve(
      endpoint === audienceEndpoints.listAudiences ? CHOICES : { body: '', updatedAt: null, hiddenReasons: [] },
    );
  }) as typeof call);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

describe('the composer', () => {
  it('offers the audiences in words and says what each means', async () => {
    show(<PostComposer author={AUTHOR} onPosted={vi.fn()} />);
    await userEvent.type(field(), 'Hello');
    const choice = await screen.findByRole('combobox', { name: 'Who can see this' });
    await screen.findByRole('option', { name: 'Learners of Botany' });
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toEqual(['Everyone', 'My connections', 'Members of Northgate', 'Learners of Botany']);
    expect(screen.getByText('Everyone on Lyceum can see this')).toBeTruthy();
    await userEvent.selectOptions(choice, 'Members of Northgate');
    expect(choice.getAttribute('aria-describedby')).toBe(
      screen.getByText('Only Northgate and its confirmed members can see this').id,
    );
  });

  it('sends the chosen audience, and starts the next post with everyone', async () => {
    const onPosted = vi.fn();
    show(<PostComposer author={AUTHOR} onPosted={onPosted} />);
    await userEvent.type(field(), 'Hello');
    await screen.findByRole('option', { name: 'Learners of Botany' });
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Learners of Botany');
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
    expect(create.mock.calls[0]?.[0]).toEqual({
      body: { content: 'Hello', audience: { type: 'course', id: BOTANY.id } },
    });
    expect(screen.getByText('Everyone on Lyceum can see this')).toBeTruthy();
  });
});

describe('the card', () => {
  it.each([
    [{ type: 'connections', id: null, name: null } as const, 'Connections only'],
    [SCHOOL, 'Members of Northgate'],
    [BOTANY, 'Learners of Botany'],
  ])('names the audience of a post and offers no share', async (audience, text) => {
    const card = { areCommentsOpen: false, onComments: vi.fn(), onDialog: vi.fn() };
    show(<PostCard {...card} comments={() => null} attachment={() => null} post={post({ audience })} />);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Visible to:')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Share/ })).toBeNull();
  });

  it('does not name the class on the page of its item', () => {
    const path = `/courses?item=${String(BOTANY.id)}`;
    show(
      <>
        <AudienceLine audience={BOTANY} />
        <AudienceLine audience={SCHOOL} />
      </>,
      path,
    );
    expect(screen.getByText('Members of Northgate')).toBeTruthy();
    expect(screen.queryByText('Learners of Botany')).toBeNull();
  });
});

describe('the discussion of a class', () => {
  const discussion = (isOwner: boolean) => (
    <ClassDiscussion
      courseId={String(BOTANY.id)}
      title="Botany"
      viewer={AUTHOR}
      isOwner={isOwner}
      comments={() => null}
      attachment={() => null}
    />
  );

  it('reads and writes the posts of the class alone', async () => {
    show(discussion(false));
    expect(await screen.findByText('No posts yet')).toBeTruthy();
    expect(vi.mocked(callPage).mock.calls[0]?.[1]).toEqual({ query: { scope: 'course', courseId: BOTANY.id } });
    await userEvent.type(field(), 'Why?');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Announce' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    const audience = { type: 'course', id: BOTANY.id };
    await waitFor(() => expect(create.mock.calls[0]?.[0]).toEqual({ body: { content: 'Why?', audience } }));
  });

  it('lets the author of the item announce, and marks announcements', async () => {
    const announcement = post({ audience: BOTANY, isAnnouncement: true, content: 'The exam is on Monday' });
    vi.mocked(callPage).mockResolvedValue({ items: [announcement] as never[], nextCursor: null });
    show(discussion(true));
    expect(await screen.findByText('Announcement')).toBeTruthy();
    await userEvent.type(field(), 'Bring a pen');
    await userEvent.click(screen.getByRole('button', { name: 'Announce', pressed: false }));
    const submit = screen
      .getAllByRole('button', { name: 'Announce' })
      .find((button) => button.getAttribute('type') === 'submit');
    await userEvent.click(submit ?? field());
    const audience = { type: 'course', id: BOTANY.id };
    await waitFor(() =>
      expect(create.mock.calls[0]?.[0]).toEqual({ body: { content: 'Bring a pen', audience, isAnnouncement: true } }),
    );
  });

  it('lets the author of the item alone pin and unpin posts', async () => {
    const viewer = { liked: false, saved: false, canEdit: true, canDelete: true, why: 'own' as const };
    const list = (isPinned: boolean): void => {
      const items = [post({ audience: BOTANY, isPinned, viewer })] as never[];
      vi.mocked(callPage).mockResolvedValue({ items, nextCursor: null });
    };
    const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: 'More about this post' }));
    list(false);
    show(discussion(false));
    await openMenu();
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: 'Pin to the top' })).toBeNull();
    cleanup();
    show(discussion(true));
    await openMenu();
    list(true);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pin to the top' }));
    const sent = () =>
      vi.mocked(call).mock.calls.filter(([, input]) => JSON.stringify(input) === '{"params":{"id":"p1"}}');
    await waitFor(() => expect(sent().map(([endpoint]) => endpoint)).toEqual([postEndpoints.pinPost]));
    expect(await screen.findByText('Pinned')).toBeTruthy();
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unpin' }));
    await waitFor(() => expect(sent().at(-1)?.[0]).toBe(postEndpoints.unpinPost));
  });

  it('has a list of its announcements, in which only the author of the item writes', async () => {
    const part = (isOwner: boolean) => (
      <ClassAnnouncements
        courseId={String(BOTANY.id)}
        title="Botany"
        viewer={AUTHOR}
        isOwner={isOwner}
        comments={() => null}
        attachment={() => null}
      />
    );
    show(part(false));
    expect(await screen.findByText('No announcements yet')).toBeTruthy();
    expect(vi.mocked(callPage).mock.calls[0]?.[1]).toEqual({
      query: { scope: 'announcements', courseId: BOTANY.id },
    });
    expect(screen.queryByRole('textbox')).toBeNull();
    cleanup();
    show(part(true));
    await userEvent.type(screen.getByLabelText('What should all learners know?'), 'Bring a pen');
    expect(screen.queryByRole('button', { name: 'Ask as a question' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Announce' }));
    const audience = { type: 'course', id: BOTANY.id };
    await waitFor(() =>
      expect(create.mock.calls[0]?.[0]).toEqual({ body: { content: 'Bring a pen', audience, isAnnouncement: true } }),
    );
  });
});
