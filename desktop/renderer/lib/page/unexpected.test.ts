import { afterEach, expect, it } from 'vitest';
import { ApiError, CircuitOpenError, NetworkError, SignedOutError, ValidationError } from '../http/errors.ts';
import { currentToasts, removeToast } from './toasts.ts';
import { reportUncaught, reportUnexpected } from './unexpected.ts';

const BOOM = { title: 'An unexpected error occurred: boom', description: 'Please try again', variant: 'destructive' };

afterEach(() => removeToast());

it('shows an unexpected error with the text of the specification', () => {
  reportUnexpected(new Error('boom'));
  expect(currentToasts()[0]).toMatchObject(BOOM);
});

it.each([
  new ApiError('no', 500),
  new ValidationError('no', {}),
  new NetworkError(),
  new CircuitOpenError(),
  new SignedOutError(),
  new DOMException('', 'AbortError'),
])('shows nothing for an expected one: %s', (error) => {
  reportUnexpected(error);
  expect(currentToasts()).toEqual([]);
});

it('reports uncaught errors, but no warnings of the browser', () => {
  // Not the window, which the tests of other files share.
  const page = new EventTarget() as Window;
  reportUncaught(page);
  page.dispatchEvent(
    new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }),
  );
  expect(currentToasts()).toEqual([]);
  page.dispatchEvent(new ErrorEvent('error', { error: new Error('boom') }));
  expect(currentToasts()[0]).toMatchObject(BOOM);
  removeToast();
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('boom') }));
  expect(currentToasts()[0]).toMatchObject(BOOM);
});
