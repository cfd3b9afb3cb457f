import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSpread } from './spread.ts';

let visibility: DocumentVisibilityState = 'visible';
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  visibility = 'visible';
});

const changeVisibility = (to: DocumentVisibilityState): void => {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
};

it('runs work at once for a time of 0, and otherwise once at a random time within it', () => {
  const [spread, work] = [createSpread(() => 0.5), vi.fn()];
  spread.run('now', 0, work);
  expect(work).toHaveBeenCalledTimes(1);
  spread.run('later', 5_000, work);
  spread.run('later', 5_000, work);
  vi.advanceTimersByTime(2_499);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it('waits until the page is visible, and drops what waits at the end', () => {
  const [spread, work] = [createSpread(() => 0.5), vi.fn()];
  visibility = 'hidden';
  spread.run('now', 0, work);
  spread.run('later', 1_000, work);
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
  changeVisibility('visible');
  expect(work).toHaveBeenCalledTimes(2);
  visibility = 'hidden';
  spread.run('now', 0, work);
  spread.run('later', 1_000, work);
  spread.end();
  changeVisibility('visible');
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it('marks queries as stale at once, and refetches those on screen later, also when a fetch has ended meanwhile', async () => {
  const [spread, client, fetched] = [createSpread(() => 1), new QueryClient(), vi.fn(() => Promise.resolve(1))];
  const query = { queryKey: ['users', 'ben'], queryFn: fetched, staleTime: Infinity };
  const end = new QueryObserver(client, query).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  spread.refetch(client, ['users'], 1_000);
  expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  await client.refetchQueries(query);
  expect(fetched).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveBeenCalledTimes(3);
  end();
});
