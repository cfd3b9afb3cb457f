import { ApiError, CircuitOpenError, isAbort, NetworkError, ValidationError } from './errors.ts';
import { toast } from './toasts.ts';

/** True for the failures that a screen shows itself; what is left is a bug and is told by the global toast. */
function isExpected(error: unknown): boolean {
  const isKnown = error instanceof ApiError || error instanceof ValidationError || error instanceof NetworkError;
  return isKnown || error instanceof CircuitOpenError || isAbort(error);
}

/** Tells of an error that nobody expected, in the spec's words (section 2). */
export function reportUnexpected(error: unknown): void {
  if (isExpected(error)) return;
  const message = error instanceof Error ? error.message : String(error);
  toast({ title: `An unexpected error occurred: ${message}`, description: 'Please try again', variant: 'destructive' });
}

/** Reports what nobody caught: rejected promises and errors thrown in handlers. */
export function reportUncaught(page: Window): void {
  page.addEventListener('unhandledrejection', (event) => reportUnexpected(event.reason));
  page.addEventListener('error', (event) => {
    // Without an error object it is a notice of the browser, such as a ResizeObserver's that waits a frame.
    if (event.error) reportUnexpected(event.error);
  });
}
