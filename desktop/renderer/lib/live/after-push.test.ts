import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refetchWithin, runWithin } from './after-push.ts';

it('runs work at once when the receivers are few', () => {
  const work = vi.fn();
  runWithin(0, 'now', work);
  expect(work).toHaveBeenCalledTimes(1);
});

it('refetches queries on screen within the time', async () => {
  const [client, fetched] = [new QueryClient(), vi.fn(() => Promise.resolve(1))];
  const query = { queryKey: ['users', 'ben'], queryFn: fetched, staleTime: Infinity };
  const end = new QueryObserver(client, query).subscribe(() => undefined);
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  refetchWithin(20, client, ['users']);
  await expect.poll(() => fetched.mock.calls.length).toBe(2);
  end();
});
