import { ApiError, CircuitOpenError, isAbort, NetworkError, SignedOutError, ValidationError } from '../http/errors.ts';
import { toast } from './toasts.ts';

/** The states in which work cannot be done, which a screen shows itself; any other error is a bug. */
const EXPECTED = [ApiError, ValidationError, NetworkError, CircuitOpenError, SignedOutError] as const;

/** True for an error of an expected state, and for work that was aborted. */
export function isExpected(error: unknown): boolean {
  return EXPECTED.some((state) => error instanceof state) || isAbort(error);
}

/** Shows a toast for an error that is not the failure of a request. */
export function reportUnexpected(error: unknown): void {
  if (isExpected(error)) return;
  const message = error instanceof Error ? error.message : String(error);
  toast({ title: `An unexpected error occurred: ${message}`, description: 'Please try again', variant: 'destructive' });
}

/** Reports uncaught errors: rejected promises and errors thrown in handlers. */
export function reportUncaught(page: Window): void {
  page.addEventListener('unhandledrejection', (event) => reportUnexpected(event.reason));
  page.addEventListener('error', (event) => {
    // Events without an error object are browser warnings, such as a ResizeObserver loop.
    if (event.error) reportUnexpected(event.error);
  });
}
