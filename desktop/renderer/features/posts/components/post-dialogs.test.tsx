// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
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
