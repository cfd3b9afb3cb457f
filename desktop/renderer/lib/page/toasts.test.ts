import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast, removeToast, toast } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  removeToast();
  vi.useRealTimers();
});

it('contains one toast: the newest', () => {
  toast({ title: 'first' });
  toast({ title: 'second' });
  expect(currentToasts().map(({ title, open }) => [title, open])).toEqual([['second', true]]);
});

it('changes the content of a toast', () => {
  const id = toast({ title: 'saving' });
  toast({ title: 'saved' }, id);
  expect(currentToasts().map((item) => [item.id, item.title])).toEqual([[id, 'saved']]);
});

it('closes a dismissed toast at once and removes it after 1,000,000 ms', () => {
  const id = toast({ title: 'bye' });
  dismissToast(id);
  expect(currentToasts()[0]?.open).toBe(false);
  vi.advanceTimersByTime(999_999);
  expect(currentToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toHaveLength(0);
});

it('removes a toast at once', () => {
  removeToast(toast({ title: 'gone' }));
  expect(currentToasts()).toEqual([]);
});
