import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient, invalidate } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queryKey = ['posts', 'one', 'p1'] as const;

/** A query on screen whose fetches the test answers. */
async function show() {
  const client = createQueryClient();
  const fetches: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => fetches.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  fetches[0]?.('first');
  await vi.advanceTimersByTimeAsync(0);
  const write = async (value: string): Promise<void> => {
    client.setQueryData(queryKey, value);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { client, fetches, stop, write, refetch: () => void client.invalidateQueries({ queryKey }) };
}

it('starts a fetch again after a write to its data, whose old response would undo the write', async () => {
  const { client, fetches, stop, write, refetch } = await show();
  refetch();
  await write('written');
  expect(fetches).toHaveLength(3);
  fetches[1]?.('old');
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(queryKey)).toBe('written');
  fetches[2]?.('new');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(client.getQueryData(queryKey)).toBe('new');
  expect(fetches).toHaveLength(3);
  stop();
});

it('ends a fetch whose data is written all the time, and repeats it once, five seconds later', async () => {
  const { client, fetches, stop, write, refetch } = await show();
  refetch();
  for (let writes = 0; writes < 5; writes += 1) await write(`written ${String(writes)}`);
  // The first fetch of the page, this one, and three starts of it again.
  expect(fetches).toHaveLength(5);
  fetches[4]?.('maybe old');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(fetches).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetches).toHaveLength(6);
  fetches[5]?.('new');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryData(queryKey)).toBe('new');
  expect(fetches).toHaveLength(6);
  stop();
});

/** First fetches of a key, on screen or not, which the test answers. */
function begin(isShown: boolean) {
  const client = createQueryClient();
  const fetches: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => fetches.push(resolve));
  const stop = isShown
    ? new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
    : void client.prefetchQuery({ queryKey, queryFn });
  return { client, fetches, stop: () => stop?.() };
}

it.each([
  ['on screen', true],
  ['that is not on screen', false],
])('starts the first fetch of a query %s again after each invalidation', async (_where, isShown) => {
  const { client, fetches, stop } = begin(isShown);
  const failed = vi.fn();
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') failed();
  });
  void invalidate(client, ['posts']);
  void client.invalidateQueries({ queryKey: ['posts', 'one'], refetchType: 'none' });
  void invalidate(client, ['events']);
  expect(fetches).toHaveLength(3);
  fetches[0]?.('read before the write');
  fetches[1]?.('read between the writes');
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(queryKey)).toBeUndefined();
  fetches[2]?.('new');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryData(queryKey)).toBe('new');
  expect(fetches).toHaveLength(3);
  expect(failed).not.toHaveBeenCalled();
  stop();
});

it('ends a first fetch that is invalidated all the time, and repeats it once, five seconds later', async () => {
  const { client, fetches, stop } = begin(true);
  for (let times = 0; times < 8; times += 1) void invalidate(client, ['posts']);
  expect(fetches).toHaveLength(4);
  fetches[3]?.('maybe old');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(client.getQueryData(queryKey)).toBe('maybe old');
  expect(fetches).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetches).toHaveLength(5);
  stop();
});

it('leaves a later fetch to React Query, which starts one on screen again', async () => {
  const { fetches, stop, refetch } = await show();
  refetch();
  refetch();
  expect(fetches).toHaveLength(3);
  stop();
});
