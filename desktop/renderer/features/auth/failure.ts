import { SECOND_MS } from '#shared/time.ts';
import { ApiError, ValidationError } from '../../lib/http/errors.ts';
import type { RegistrationFailure } from './registration-errors.ts';

/** A failed request as a form shows it. */
export interface Failure extends RegistrationFailure {
  /** How long to wait before another try. */
  retryAfterMs: number | undefined;
  /** Whether the server rejected the input; false when it was unreachable, overloaded or failed. */
  isRejection: boolean;
}

/** Converts any error to what a form shows. */
export function readFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ValidationError) {
    return { message, fieldErrors: error.errors, retryAfterMs: undefined, isRejection: true };
  }
  if (!(error instanceof ApiError)) return { message, retryAfterMs: undefined, isRejection: false };
  const retryAfterMs = error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * SECOND_MS;
  return { message, details: error.details, retryAfterMs, isRejection: error.status < 500 && error.status !== 429 };
}
