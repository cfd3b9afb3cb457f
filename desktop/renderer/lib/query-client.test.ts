import { afterEach, expect, it, vi } from 'vitest';
import { prefetchPages } from './prefetch.ts';
import { createQueryClient, getQueryFn, invalidatePath } from './query-client.ts';
import { currentToasts } from './toasts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
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

it('gets the first element of the key as JSON, and takes 401 for an error unless it is told that nobody is an answer', async () => {
  const fetched = vi.fn(async (path: string) =>
    Response.json(path === '/api/user' ? { message: 'Please sign in first' } : [1], {
      status: path === '/api/user' ? 401 : 200,
    }),
  );
  vi.stubGlobal('fetch', fetched);
  const client = createQueryClient();
  expect(await client.fetchQuery({ queryKey: ['/api/posts', 'filter'] })).toEqual([1]);
  expect(fetched).toHaveBeenLastCalledWith(
    '/api/posts',
    expect.objectContaining({ method: 'GET', credentials: 'include' }),
  );
  await expect(client.fetchQuery({ queryKey: ['/api/user'] })).rejects.toMatchObject({ status: 401 });
  expect(await client.fetchQuery({ queryKey: ['/api/user'], queryFn: getQueryFn({ on401: 'null' }) })).toBeNull();
});

it('fetches pages ahead after two seconds, fresh for one minute', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const load = vi.fn(() => Promise.resolve('code'));
  prefetchPages(client, [
    { path: '/home', load },
    { path: '/chat', load: () => Promise.reject(new TypeError('not fetched')) },
  ]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(1);
  expect(currentToasts()).toEqual([]);
  prefetchPages(client, [{ path: '/home', load }]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(load).toHaveBeenCalledTimes(1);
});
