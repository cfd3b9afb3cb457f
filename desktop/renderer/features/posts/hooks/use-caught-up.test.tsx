// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { apiClient } from '../../../lib/http/api.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import type { FeedPost } from '../feed.ts';
import { useCaughtUp } from './use-caught-up.ts';

const POST = { id: 'p1', userId: 'priya', createdAt: '2026-11-28T10:00:00.000Z' } as FeedPost;

afterEach(() => vi.useRealTimers());

it('moves the marker once the member has seen the newest post, not while another window is in front', async () => {
  vi.useFakeTimers();
  const moves: unknown[] = [];
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, body }) => {
    if (method === 'PUT') moves.push(body);
    return { data: { lastSeenAt: null } as never, headers: new Headers() };
  });
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const client = createQueryClient();
  const posts = [POST];
  const { unmount } = renderHook(() => useCaughtUp('all', posts, 'me'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await vi.dynamicImportSettled();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(moves).toEqual([]);
  hasFocus.mockReturnValue(true);
  window.dispatchEvent(new Event('focus'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  hasFocus.mockReturnValue(false);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(moves).toEqual([]);
  hasFocus.mockReturnValue(true);
  window.dispatchEvent(new Event('focus'));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(moves).toEqual([{ lastSeenId: 'p1' }]);
  unmount();
});
