import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import { relativeTime, Time } from './Time.tsx';

const START_MS = Date.parse('2026-11-28T09:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it('goes on while a page is open, with one timer for all times, and with none while it is hidden', () => {
  const iso = new Date(START_MS).toISOString();
  const { container, unmount } = render([1, 2, 3].map((key) => <Time key={key} iso={iso} />));
  const shown = () => container.querySelector('time')?.firstElementChild?.textContent;
  expect([shown(), vi.getTimerCount()]).toEqual(['now', 1]);
  act(() => void vi.advanceTimersByTime(3 * MINUTE_MS));
  expect(shown()).toBe('3m');
  setVisibility('hidden');
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(START_MS + 2 * HOUR_MS);
  expect(shown()).toBe('3m');
  setVisibility('visible');
  expect(shown()).toBe('2h');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  [7 * MINUTE_MS, 'now'],
  [30 * SECOND_MS, 'now'],
  [
    2 * 24 * HOUR_MS,
    new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(START_MS + 48 * HOUR_MS),
  ],
])('shows a time %d ms ahead, as a slow clock makes of a new one, as %s', (aheadMs, text) => {
  expect(relativeTime(new Date(START_MS + aheadMs), START_MS)).toBe(text);
});
