import { SECOND_MS } from '#shared/time.ts';
import { ApiError, ValidationError } from '../../lib/errors.ts';
import type { RegistrationFailure } from './registration-errors.ts';

/** What a failed request tells a form. */
export interface Failure extends RegistrationFailure {
  /** How long the server asks to wait before another try. */
  retryAfterMs: number | undefined;
  /** The server found fault with what was sent; false when it was not reached, is overloaded or broken. */
  isAnswer: boolean;
}

/** Reads any error into what a form shows. */
export function readFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ValidationError) {
    return { message, fieldErrors: error.errors, retryAfterMs: undefined, isAnswer: true };
  }
  if (!(error instanceof ApiError)) return { message, retryAfterMs: undefined, isAnswer: false };
  const retryAfterMs = error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * SECOND_MS;
  return { message, details: error.details, retryAfterMs, isAnswer: error.status < 500 && error.status !== 429 };
}
