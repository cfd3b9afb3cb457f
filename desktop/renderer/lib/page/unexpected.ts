import { ApiError, CircuitOpenError, isAbort, NetworkError, ValidationError } from '../http/errors.ts';
import { toast } from './toasts.ts';

/** True for the failures of a request, which a screen shows itself; any other error is a bug. */
export function isExpected(error: unknown): boolean {
  const isKnown = error instanceof ApiError || error instanceof ValidationError || error instanceof NetworkError;
  return isKnown || error instanceof CircuitOpenError || isAbort(error);
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
