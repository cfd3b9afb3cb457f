import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs a key at once and then once per interval, each key for itself', () => {
  const throttle = createThrottle(1_000);
  const runs: string[] = [];
  const run = (key: string) => throttle.run(key, () => void runs.push(key));
  for (let times = 0; times < 5; times += 1) run('a');
  run('b');
  expect(runs).toEqual(['a', 'b']);
  vi.advanceTimersByTime(999);
  run('a');
  expect(runs).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(runs).toEqual(['a', 'b', 'a']);
  run('a');
  expect(runs).toEqual(['a', 'b', 'a']);
  vi.advanceTimersByTime(10_000);
  expect(runs).toEqual(['a', 'b', 'a', 'a']);
  run('a');
  expect(runs).toHaveLength(5);
});

it('runs the work that waits when it is flushed, and waits for it', async () => {
  const throttle = createThrottle(1_000);
  const work = vi.fn();
  throttle.run('a', work);
  throttle.run('a', work);
  throttle.run('b', work);
  let isDone = false;
  throttle.run('b', work, async () => {
    await Promise.resolve();
    isDone = true;
  });
  await throttle.flush();
  expect([work.mock.calls.length, isDone]).toEqual([3, true]);
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledTimes(3);
});
