// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audienceEndpoints } from '#shared/api/audiences.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { postEndpoints } from '#shared/api/posts.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { call, callUpload } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { currentToasts } from '../../../lib/page/toasts.ts';
import { setLike } from '../api/mutations.ts';
import { feedQuery } from '../api/queries.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { ModerationContext } from '../../users/moderation.ts';
import type { FeedPost } from '../feed.ts';
import { PostCard } from './PostCard.tsx';
import { PostComposer } from './PostComposer.tsx';

vi.mock('../../../lib/live/live.ts', () => ({ liveLink: { emit: vi.fn(() => Promise.resolve({ ok: true })) } }));
vi.mock('../../../lib/http/api.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/http/api.ts')>()),
  call: vi.fn(),
  callUpload: vi.fn(),
}));

const AUTHOR = { id: 'u1', fullName: 'Ana Ruiz', profileImage: null };

function post(part: Partial<FeedPost> = {}): FeedPost {
  const author = { ...AUTHOR, username: 'ana', role: 'teacher' as const, position: null, institution: 'Northgate' };
  const view = {
    id: 'p1',
    userId: 'u1',
    content: 'Hello',
    imageUrl: null,
    imageAlt: null,
    likes: 2,
    comments: 0,
    shares: 0,
    createdAt: '2026-01-01T10:00:00.000Z',
    editedAt: null,
    mentions: [],
    isQuestion: false,
    isAnnouncement: false,
    isPinned: false,
    audience: { type: 'everyone' as const, id: null, name: null },
    answerId: null,
    attached: null,
    sharedPostId: null,
    shared: null,
    author,
  };
  const viewer = { liked: false, saved: false, canEdit: false, canDelete: false, why: 'everyone' as const };
  return { ...view, viewer, ...part };
}

function show(element: ReactElement, client = createQueryClient()) {
  return render(
    <QueryClientProvider client={client}>
      <ModerationContext value={{ report: vi.fn(), block: vi.fn() }}>
        <MemoryRouter>{element}</MemoryRouter>
      </ModerationContext>
    </QueryClientProvider>,
  );
}

const cardProps = {
  areCommentsOpen: false,
  onComments: vi.fn(),
  onDialog: vi.fn(),
  comments: () => null,
  attachment: () => null,
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

describe('PostCard', () => {
  it.each(['محمد عبد الرحمن الفارسي', 'Maximiliana-Alexandra von Hohenstein-Oberlindenthal zu Großenbrunn'])(
    'isolates the name %s',
    (fullName) => {
      const base = post();
      show(<PostCard {...cardProps} position={1} post={{ ...base, author: { ...base.author, fullName } }} />);
      expect(screen.getByRole('article', { name: fullName }).getAttribute('aria-setsize')).toBe('-1');
      expect(screen.getByText(fullName, { selector: 'bdi' })).toBeTruthy();
    },
  );

  it('links addresses safely and renders no markup', () => {
    show(
      <PostCard
        {...cardProps}
        post={post({ content: '<img src=x onerror=alert(1)> https://example.org/a javascript:alert(1)' })}
      />,
    );
    const link = screen.getByRole('link', { name: 'example.org/a' });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(document.querySelector('article img')).toBeNull();
  });

  it('shortens a long text until it is expanded', async () => {
    const content = 'word '.repeat(400).trim();
    show(<PostCard {...cardProps} post={post({ content })} />);
    expect(screen.queryByText(content)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByText(content)).toBeTruthy();
  });

  it('offers edit and delete only to the author, and shows a deleted post as deleted', async () => {
    const { unmount } = show(<PostCard {...cardProps} post={post()} />);
    await userEvent.click(screen.getByRole('button', { name: 'More about this post' }));
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
    unmount();
    show(<PostCard {...cardProps} post={post({ isRemoved: true })} />);
    expect(screen.getByText('This post was deleted by its author.')).toBeTruthy();
  });
});

describe('likes', () => {
  it('are shown at once and rolled back on failure', async () => {
    const client = createQueryClient();
    const { queryKey } = feedQuery('all');
    client.setQueryData(queryKey, { pages: [{ items: [post()], nextCursor: null }], pageParams: [undefined] });
    const { promise, reject } = Promise.withResolvers<never>();
    vi.mocked(call).mockReturnValueOnce(promise);
    setLike(client, 'p1', true);
    const now = () => itemsOf(client.getQueryData(queryKey))[0];
    expect(now()).toMatchObject({ likes: 3, viewer: { liked: true } });
    reject(new ApiError('Not now', 503));
    await waitFor(() => expect(now()).toMatchObject({ likes: 2, viewer: { liked: false } }));
    expect(currentToasts()[0]).toMatchObject({ description: 'Not now', variant: 'destructive' });
  });
});

describe('PostComposer', () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('What would you like to share?');
  const create = vi.fn<(...args: unknown[]) => Promise<unknown>>();
  beforeEach(() => {
    create.mockReset();
    // The server has no drafts.
    vi.mocked(call).mockImplementation(((endpoint: Endpoint, ...rest: unknown[]) =>
      endpoint === postEndpoints.createPost
        ? create(...rest)
        : Promise.resolve(
            endpoint === audienceEndpoints.listAudiences ? [] : { body: '', updatedAt: null },
          )) as typeof call);
  });

  it('keeps the text and creates no post when the upload fails', async () => {
    vi.mocked(callUpload).mockRejectedValue(new ApiError('This image could not be read.', 415));
    const onPosted = vi.fn();
    show(<PostComposer author={AUTHOR} onPosted={onPosted} />);
    await userEvent.type(field(), 'An image of it');
    fireEvent.change(screen.getByLabelText('Image file'), {
      target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] },
    });
    await screen.findByText('The image was not uploaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    await screen.findByText(/Your post was not published\. Your text is not lost/);
    expect(field().value).toBe('An image of it');
    expect(create).not.toHaveBeenCalled();
    expect(onPosted).not.toHaveBeenCalled();
  });

  it('creates a post by Ctrl+Enter, then clears the text and the draft', async () => {
    create.mockResolvedValue(post());
    const onPosted = vi.fn();
    const { unmount } = show(<PostComposer author={AUTHOR} onPosted={onPosted} />);
    await userEvent.type(field(), '  Hello ');
    unmount();
    show(<PostComposer author={AUTHOR} onPosted={onPosted} />);
    expect(field().value).toBe('  Hello ');
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
    expect(create.mock.calls[0]?.[0]).toEqual({ body: { content: 'Hello' } });
    expect(field().value).toBe('');
    await waitFor(() => expect(localStorage.length).toBe(0));
    await waitFor(() =>
      expect(call).toHaveBeenLastCalledWith(savedEndpoints.setDraft, { params: { key: 'post' }, body: { body: '' } }),
    );
  });

  it('retries a post with the same key, and a changed post with a new key', async () => {
    create
      .mockRejectedValueOnce(new Error('lost'))
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValueOnce(post());
    show(<PostComposer author={AUTHOR} onPosted={vi.fn()} />);
    await userEvent.type(field(), 'Hello');
    for (let round = 1; round <= 2; round += 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Post' }));
      await waitFor(() => expect(create).toHaveBeenCalledTimes(round));
      await screen.findByText(/lost/);
    }
    await userEvent.type(field(), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(() => expect(field().value).toBe(''));
    const keys = create.mock.calls.map(([, options]) => (options as { idempotencyKey: string }).idempotencyKey);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('publishes the same text twice when it is posted twice', async () => {
    create.mockResolvedValue(post());
    const onPosted = vi.fn();
    show(<PostComposer author={AUTHOR} onPosted={onPosted} />);
    for (let round = 1; round <= 2; round += 1) {
      await userEvent.type(field(), 'Hello');
      await userEvent.click(screen.getByRole('button', { name: 'Post' }));
      await waitFor(() => expect(onPosted).toHaveBeenCalledTimes(round));
    }
    const keys = create.mock.calls.map(([, options]) => (options as { idempotencyKey: string }).idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

  it('creates a question', async () => {
    create.mockResolvedValue(post());
    show(<PostComposer author={AUTHOR} onPosted={vi.fn()} />);
    await userEvent.type(field(), 'Why?');
    await userEvent.click(screen.getByRole('button', { name: 'Ask as a question' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(create.mock.calls[0]?.[0]).toEqual({ body: { content: 'Why?', isQuestion: true } }));
  });

  it('rejects an empty and a too long text with a message', async () => {
    show(<PostComposer author={AUTHOR} onPosted={vi.fn()} />);
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('Write something first')).toBeTruthy();
    fireEvent.change(field(), { target: { value: 'x'.repeat(5003) } });
    expect(screen.getByText('3 too many')).toBeTruthy();
  });
});
