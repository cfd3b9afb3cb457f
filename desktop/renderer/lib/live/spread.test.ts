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

it('waits until the page is visible', () => {
  const [spread, work] = [createSpread(() => 0.5), vi.fn()];
  visibility = 'hidden';
  spread.run('now', 0, work);
  spread.run('later', 1_000, work);
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
  changeVisibility('visible');
  expect(work).toHaveBeenCalledTimes(2);
});
