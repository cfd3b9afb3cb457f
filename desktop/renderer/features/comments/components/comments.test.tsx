import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import { COMMENT_LIMITS } from '#shared/limits.ts';
import { apiClient } from '../../../lib/http/api.ts';
import { NetworkError } from '../../../lib/http/errors.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { CommentComposer } from './CommentComposer.tsx';
import { commentsQuery } from '../api/queries.ts';
import { addComment, applyCommentDeleted } from '../thread.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentList } from './CommentList.tsx';

vi.mock('../../../lib/live/live.ts', () => ({
  liveLink: { status: 'live', joinRoom: () => undefined, leaveRoom: () => undefined, emit: () => Promise.resolve() },
}));

const AUTHOR = {
  id: 'u1',
  fullName: 'Ana Ruiz',
  username: 'ana',
  role: 'teacher' as const,
  position: null,
  institution: null,
  profileImage: null,
};
const COMMENT = {
  id: 'c1',
  postId: 'p1',
  userId: 'u1',
  content: 'Well put',
  createdAt: '2026-01-01T10:00:00.000Z',
  editedAt: null,
  mentions: [],
  author: AUTHOR,
  isAnswer: false,
  viewer: { canEdit: true, canDelete: true, canChoose: false },
};

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

it('sends a comment by Ctrl+Enter, but not while an input method composes', () => {
  const onSend = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommentComposer postId="p1" author={AUTHOR} onSend={onSend} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: ' Thank you ' } });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Thank you');
});

it('suggests members after an at sign, chosen with the keyboard', async () => {
  const bo = { ...AUTHOR, id: 'u2', fullName: 'Bo Li', username: 'bo.li' };
  const request = vi
    .spyOn(apiClient, 'request')
    .mockResolvedValue({ data: [AUTHOR, bo], headers: new Headers(), status: 200 } as never);
  const onSend = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommentComposer postId="p1" author={AUTHOR} onSend={onSend} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(field, { target: { value: 'Thanks @' } });
  const options = await screen.findAllByRole('option');
  expect(request.mock.calls[0]?.[0]).toMatchObject({ path: '/api/mentions?postId=p1' });
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('Thanks @bo.li ');
  expect(field.selectionStart).toBe(14);
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.change(field, { target: { value: 'Thanks @bo.li and @a' } });
  await screen.findByRole('listbox');
  await expect.poll(() => field.getAttribute('aria-activedescendant')).not.toBeNull();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Thanks @bo.li and @a');
  request.mockRestore();
});

it('shows how many characters are left near the end, and refuses more', () => {
  const onSend = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommentComposer postId="p1" author={AUTHOR} onSend={onSend} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'x'.repeat(COMMENT_LIMITS.contentMaxChars + 3) } });
  expect(screen.getByText('3 too many')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
  expect(screen.getByRole('alert').textContent).toContain('A comment has at most');
  expect(onSend).not.toHaveBeenCalled();
});

it('closes the editor by Escape, but not by the Escape that ends an input method composition', async () => {
  const onClose = vi.fn();
  const request = vi.spyOn(apiClient, 'request');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommentEditor comment={COMMENT} onClose={onClose} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole('textbox');
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true, isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  // A mutation sends its request after the event.
  await act(async () => undefined);
  expect(onClose).not.toHaveBeenCalled();
  expect(request).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('keeps the text of a change that could not be saved until it is cancelled', async () => {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, { id: 'u1' } as CurrentUser);
  vi.spyOn(apiClient, 'request').mockRejectedValue(new NetworkError());
  const open = (): void => {
    cleanup();
    render(
      <QueryClientProvider client={client}>
        <CommentEditor comment={COMMENT} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  };
  const text = () => screen.getByRole<HTMLTextAreaElement>('textbox').value;
  open();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Better put' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your text is not lost.');
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  open();
  expect(text()).toBe('Better put');
  expect(screen.getByRole('status').textContent).toContain('You have unsaved changes from your last visit.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  open();
  expect(text()).toBe('Well put');
});

/** The comments of a post whose new comments wait for `answer` or fail by `lose`. */
function openList(client = createQueryClient()) {
  const sent: { key: string | undefined; answer: () => void; lose: () => void }[] = [];
  const stored = { ...COMMENT, id: 'c9', content: 'Thank you', createdAt: new Date().toISOString() };
  vi.spyOn(apiClient, 'request').mockImplementation(({ method, idempotencyKey }) => {
    const headers = new Headers();
    if (method === 'GET') return Promise.resolve({ data: [] as never, headers });
    return new Promise((resolve, reject) => {
      const answer = (): void => resolve({ data: stored as never, headers });
      sent.push({ key: idempotencyKey, answer, lose: () => reject(new NetworkError()) });
    });
  });
  const props = { postId: 'p1', author: AUTHOR, onCount: () => undefined };
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CommentList {...props} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const { queryKey } = commentsQuery('p1');
  return {
    client,
    sent,
    push: () => client.setQueryData(queryKey, (thread) => thread && addComment(thread, stored)),
    pushDeletion: () => client.setQueryData(queryKey, (thread) => thread && applyCommentDeleted(thread, 'c9')),
    write: async () => {
      await waitFor(() => expect(client.getQueryData(queryKey)).toBeDefined());
      fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Thank you' } });
      fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
    },
    shown: () => screen.queryAllByText('Thank you').length,
  };
}

it('shows a new comment once while its push is faster than its response, and not again after its deletion', async () => {
  const { sent, push, pushDeletion, write, shown } = openList();
  await write();
  await waitFor(() => expect([sent.length, shown()]).toEqual([1, 1]));
  push();
  await waitFor(() => expect(screen.queryByText('· Sending')).toBeNull());
  expect(shown()).toBe(1);
  sent[0]?.answer();
  await waitFor(() => expect(localStorage.length).toBe(0));
  expect(shown()).toBe(1);
  pushDeletion();
  await waitFor(() => expect(shown()).toBe(0));
});

it('keeps a comment that could not be sent when the page is left, and sends it again with the same key', async () => {
  const first = openList();
  await first.write();
  await waitFor(() => expect(first.sent).toHaveLength(1));
  first.sent[0]?.lose();
  await screen.findByText('Not sent.');
  cleanup();
  const again = openList();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(again.sent).toHaveLength(1));
  expect(again.sent[0]?.key).toBe(first.sent[0]?.key);
  again.sent[0]?.answer();
  await waitFor(() => expect(localStorage.length).toBe(0));
  expect(again.shown()).toBe(1);
});

it('follows a comment that is still being sent when its list is opened again', async () => {
  const first = openList();
  await first.write();
  await waitFor(() => expect(first.sent).toHaveLength(1));
  cleanup();
  const again = openList(first.client);
  await screen.findByText('· Sending');
  first.sent[0]?.answer();
  await waitFor(() => expect(screen.queryByText('· Sending')).toBeNull());
  expect([again.shown(), screen.queryByText('Not sent.')]).toEqual([1, null]);
});

it('removes a comment whose response was lost from the unsent ones once a fetch contains it', async () => {
  const { sent, push, write, shown } = openList();
  await write();
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.lose();
  await screen.findByText('Not sent.');
  push();
  await waitFor(() => expect([screen.queryByText('Not sent.'), shown()]).toEqual([null, 1]));
  await waitFor(() => expect(localStorage.length).toBe(0));
});
