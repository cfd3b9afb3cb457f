// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { MessageAbout } from '#shared/api/messages.ts';
import { apiClient } from '../../lib/http/api.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { CallAbout } from './CallChat.tsx';

afterEach(() => vi.restoreAllMocks());

const PEER = { id: 'ben', name: 'Ben Okoro', photo: null };
const item = (title: string): MessageAbout => ({
  type: 'course',
  id: title,
  title,
  contentType: 'course',
  price: 0,
});

/** Shows what a call is about; `messages` are those of the conversation, newest first. */
function show(messages: { about: MessageAbout | null; deletedAt?: string }[]) {
  const client = createQueryClient();
  const list = messages.map((message, at) => ({
    deletedAt: null,
    ...message,
    id: `m${at}`,
    conversationSeq: messages.length - at,
  }));
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ path }) => {
    const { pathname } = new URL(path, 'http://x');
    const data = pathname === '/api/messages/ben' ? list : { id: 'v', lastMessage: list[0] ?? null };
    return { data: data as never, headers: new Headers() };
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <p>Call</p>
        <CallAbout peer={PEER} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

it('shows the item of the newest message that has one, also after other messages', async () => {
  show([
    { about: null },
    { about: item('Deleted notes'), deletedAt: '2026-11-01T10:00:00.000Z' },
    { about: item('Algebra') },
    { about: item('Biology') },
  ]);
  expect(await screen.findByRole('link', { name: /Algebra/ })).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('shows nothing where no message has one', async () => {
  const client = show([{ about: null }]);
  await waitFor(() => expect([vi.mocked(apiClient.request).mock.calls.length, client.isFetching()]).toEqual([2, 0]));
  expect(screen.queryByRole('link')).toBeNull();
});
