// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/http/errors.ts';
import { apiClient } from '../../../lib/http/api.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import type { FeedPost } from '../feed.ts';
import { PostEditor } from './PostEditor.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const AUTHOR = {
  id: 'u1',
  username: 'ana',
  fullName: 'Ana Ruiz',
  profileImage: null,
  role: 'teacher' as const,
  position: null,
  institution: null,
};
const POST: FeedPost = {
  id: 'p1',
  userId: 'u1',
  content: 'Hello ',
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
  audience: { type: 'everyone', id: null, name: null },
  answerId: null,
  attached: null,
  sharedPostId: null,
  shared: null,
  author: AUTHOR,
  viewer: { liked: false, saved: false, canEdit: true, canDelete: true, why: 'everyone' },
};

beforeEach(() => localStorage.clear());

it.each([
  ['Edit post', PostEditor, 'Text', 'Hello @bo.li '],
  ['Share this post', ShareDialog, 'Comment', '@bo.li '],
])('%s suggests members after an at sign', async (title, PostDialog, label, expected) => {
  const bo = { ...AUTHOR, id: 'u2', fullName: 'Bo Li', username: 'bo.li' };
  const request = vi
    .spyOn(apiClient, 'request')
    .mockResolvedValue({ data: [bo], headers: new Headers(), status: 200 } as never);
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <PostDialog post={POST} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
  const field = screen.getByLabelText<HTMLTextAreaElement>(new RegExp(`^${label}`));
  await userEvent.type(field, '@');
  const option = await screen.findByRole('option', { name: /Bo Li/ });
  expect(request.mock.calls[0]?.[0]).toMatchObject({ path: '/api/mentions?postId=p1' });
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(option.id);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Backspace}@');
  await userEvent.click(await screen.findByRole('option', { name: /Bo Li/ }));
  expect(field.value).toBe(expected);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

describe('a post that was changed in another tab', () => {
  const NEWER = { ...POST, content: 'Of the other tab', editedAt: '2026-01-01T11:00:00.000Z' };
  const edits: unknown[][] = [];
  const onClose = vi.fn();

  /** Edits the post of this tab, and saves it after the other one. */
  async function saveSecond(): Promise<void> {
    edits.length = 0;
    onClose.mockReset();
    vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, body, ifMatch }) => {
      if (method === 'PATCH') edits.push([ifMatch, body]);
      if (method === 'PATCH' && ifMatch !== NEWER.editedAt) throw new ApiError('Changed', 412, { code: 'STALE' });
      return { data: NEWER as never, headers: new Headers() };
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <PostEditor post={POST} onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const field = screen.getByLabelText<HTMLTextAreaElement>(/^Text/);
    await userEvent.clear(field);
    await userEvent.type(field, 'Of this tab');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your post was changed somewhere else' });
    const row = within(dialog).getByRole('row', { name: /^Text/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Of this tab', 'Of the other tab']);
  }
  const mine = { content: 'Of this tab' };

  it('is overwritten when the member chooses so', async () => {
    await saveSecond();
    await userEvent.click(screen.getByRole('button', { name: 'Save mine instead' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(edits).toEqual([
      [POST.createdAt, mine],
      [NEWER.editedAt, mine],
    ]);
  });

  it('stays as it is when the member keeps the saved version', async () => {
    await saveSecond();
    await userEvent.click(screen.getByRole('button', { name: 'Keep the saved version' }));
    expect(onClose).toHaveBeenCalled();
    expect(edits).toEqual([[POST.createdAt, mine]]);
  });

  it('is edited on with the text of this tab', async () => {
    await saveSecond();
    await userEvent.click(screen.getByRole('button', { name: 'Continue editing' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Text/).value).toBe('Of this tab');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(edits.at(-1)).toEqual([NEWER.editedAt, mine]);
  });
});
