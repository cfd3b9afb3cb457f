// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from './Toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('is a status, and an alert when destructive', () => {
  const { rerender } = render(
    <Toaster toast={{ id: '1', open: true, title: 'Saved' }} onOpenChange={() => undefined} />,
  );
  expect(screen.getAllByRole('status').some((element) => element.textContent === 'Saved')).toBe(true);
  rerender(
    <Toaster toast={{ id: '2', open: true, title: 'Failed', variant: 'destructive' }} onOpenChange={() => undefined} />,
  );
  expect(screen.getByRole('alert').textContent).toBe('Failed');
});

it('closes after five seconds, not before', () => {
  const onOpenChange = vi.fn();
  render(<Toaster toast={{ id: '1', open: true, title: 'Saved' }} onOpenChange={onOpenChange} />);
  act(() => void vi.advanceTimersByTime(4_900));
  expect(onOpenChange).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(200));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

it('closes by its close button and runs its action', async () => {
  const onOpenChange = vi.fn();
  const onSelect = vi.fn();
  const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) });
  const toast = { id: '1', open: true, title: 'Deleted', action: { label: 'Undo', onSelect } };
  render(<Toaster toast={toast} onOpenChange={onOpenChange} />);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onSelect).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Close toast' }));
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
});

it.each([
  [60, 0, true],
  [40, 0, false],
  [-60, 0, false],
  [0, 60, false],
])('swiped by %i px to the right and %i px down, closes: %s', (right, down, closes) => {
  const onOpenChange = vi.fn();
  render(<Toaster toast={{ id: '1', open: true, title: 'Saved' }} onOpenChange={onOpenChange} />);
  const card = screen.getByText('Saved', { selector: '[role="status"] *' });
  const at = (x: number, y: number) => ({ button: 0, pointerId: 1, pointerType: 'touch', clientX: x, clientY: y });
  fireEvent.pointerDown(card, at(100, 100));
  fireEvent.pointerMove(card, at(100 + right / 2, 100 + down / 2));
  fireEvent.pointerMove(card, at(100 + right, 100 + down));
  fireEvent.pointerUp(card, at(100 + right, 100 + down));
  expect(onOpenChange.mock.calls).toEqual(closes ? [[false]] : []);
});
