import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { prefetchPages } from '../page/prefetch.ts';
import { ApiError, NetworkError } from './errors.ts';
import { createQueryClient, getQueryFn, invalidate } from './query-client.ts';
import { currentToasts, removeToast } from '../page/toasts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  removeToast();
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

it('requests without a network too, so that pages show the failure, and again when it is back', async () => {
  const client = createQueryClient();
  const fetched = vi.fn(() => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetched);
  onlineManager.setOnline(false);
  const observer = new QueryObserver(client, {
    queryKey: ['posts', 'one', 'p'],
    queryFn: () => fetched().catch(() => Promise.reject(new NetworkError())),
  });
  client.mount();
  const stop = observer.subscribe(() => undefined);
  await expect
    .poll(() => observer.getCurrentResult().error?.message)
    .toBe('Unable to connect to the server. Please check your internet connection.');
  fetched.mockResolvedValue([] as never);
  onlineManager.setOnline(true);
  await expect.poll(() => observer.getCurrentResult().data).toEqual([]);
  stop();
  client.unmount();
});

it('invalidates the queries of a noun, or some of them', async () => {
  const client = createQueryClient();
  const keys = [['posts', 'feed', 'all'], ['posts', 'one', '1'], ['users', { id: 'ana', part: 'events' }], ['events']];
  for (const key of keys) client.setQueryData(key, []);
  await invalidate(client, ['posts', 'one'], ['users', { part: 'events' }]);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([false, true, true, false]);
});

it('gets the first element of the key as JSON, and rejects a 401 unless on401 is null', async () => {
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
  const queryFn = getQueryFn({ on401: 'null', path: '/api/user' });
  expect(await client.fetchQuery({ queryKey: ['session'], queryFn })).toBeNull();
});

it.each([
  ['refused by the server', new ApiError('Not now', 409), 'Not now'],
  ['not sent for lack of a network', new NetworkError(), 'Check your connection and try again.'],
])('shows a toast that names the action of a mutation that is %s', async (_what, error, description) => {
  const client = createQueryClient();
  const meta = { action: 'save your profile', invalidates: [['users', { id: 'own' }] as const] };
  client.setQueryData(['users', { id: 'own', part: 'profile' }], {});
  client.setQueryData(['users', { id: 'ben', part: 'profile' }], {});
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error), meta });
  await expect(mutation.execute(undefined)).rejects.toBe(error);
  expect(currentToasts()[0]).toMatchObject({
    title: "Couldn't save your profile",
    description,
    variant: 'destructive',
  });
  expect(client.getQueryState(['users', { id: 'own', part: 'profile' }])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['users', { id: 'ben', part: 'profile' }])?.isInvalidated).toBe(false);
});

it.each([
  ['whose screen shows the failure', new ApiError('Not now', 409), null],
  ['that was aborted', new DOMException('gone', 'AbortError'), 'save your profile'],
])('shows no toast for a mutation %s', async (_what, error, action) => {
  const client = createQueryClient();
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(error),
    meta: { action },
  });
  await expect(mutation.execute(undefined)).rejects.toBe(error);
  expect(currentToasts()).toEqual([]);
});

it('prefetches pages after two seconds, fresh for one minute', async () => {
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
