import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './errors.ts';
import { prefetchPages } from './prefetch.ts';
import { createQueryClient, invalidatePath, reportUnexpected } from './query-client.ts';
import { currentToasts, removeToast } from './toasts.ts';

afterEach(() => {
  removeToast();
  vi.useRealTimers();
});

it('has the defaults of the specification', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  });
});

it('refreshes a path with its filters and records, and nothing that only begins like it', async () => {
  const client = createQueryClient();
  const keys = ['/api/posts', '/api/posts?scope=all', '/api/posts/1', '/api/postscripts'];
  for (const key of keys) client.setQueryData([key], []);
  await invalidatePath(client, '/api/posts');
  expect(keys.map((key) => client.getQueryState([key])?.isInvalidated)).toEqual([true, true, true, false]);
});

it('tells of an unexpected error in the words of the specification, and leaves expected ones to their screen', () => {
  reportUnexpected(new ApiError('no', 500));
  expect(currentToasts()).toHaveLength(0);
  reportUnexpected(new Error('boom'));
  expect(currentToasts()[0]).toMatchObject({ title: 'An unexpected error occurred: boom', description: 'Please try again', variant: 'destructive' });
});

it('fetches pages ahead after two seconds, fresh for one minute', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const load = vi.fn(() => Promise.resolve('code'));
  prefetchPages(client, [{ path: '/home', load }]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(1);
  prefetchPages(client, [{ path: '/home', load }]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(load).toHaveBeenCalledTimes(1);
});
