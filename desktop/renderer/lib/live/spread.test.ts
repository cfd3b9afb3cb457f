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

it('runs work once at a random time within the given one', () => {
  const [spread, work] = [createSpread(() => 0.5), vi.fn()];
  spread.run('later', 5_000, work);
  spread.run('later', 5_000, work);
  vi.advanceTimersByTime(2_499);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('waits until the page is visible', () => {
  const [spread, work] = [createSpread(() => 0.5), vi.fn()];
  visibility = 'hidden';
  spread.run('soon', 10, work);
  spread.run('later', 1_000, work);
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
  changeVisibility('visible');
  expect(work).toHaveBeenCalledTimes(2);
});
