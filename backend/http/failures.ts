import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/availability.ts';
import { StorageUnavailableError } from '../gateways/file-store.ts';
import { AppError } from './app-error.ts';

/** Seconds after which a client may retry while the database is unavailable. */
const RETRY_AFTER_SECONDS = 2;

/** Converts any thrown value to the error of the response; an unexpected one becomes INTERNAL without details. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof StorageUnavailableError || isDatabaseUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'Lyceum is briefly unavailable. Please try again in a moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  // body-parser and the router throw errors with a status and a type (http-errors).
  const { status, type } = (error ?? {}) as { status?: number; type?: string };
  if (status === 413) return new AppError('TOO_LARGE', 'This request is too large');
  if (status === 415) return new AppError('BAD_TYPE', 'This kind of content is not accepted');
  if (type === 'entity.parse.failed') return new AppError('VALIDATION', 'The request is not valid JSON');
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError('VALIDATION', 'The request is not valid');
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.');
}

/** Receives the requests that were refused with 403 or 429, and the code of their error. */
type OnRefusal = (req: Request, code: string) => void;

/**
 * The only error handler: logs unexpected errors and sends the one error shape. `onUnavailable` receives the errors of
 * a database or a service that is unavailable.
 */
export function handleErrors(log: Logger, onRefusal: OnRefusal, onUnavailable?: (error: unknown) => void) {
  return (error: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const failure = toAppError(error);
    if (failure.status === 403 || failure.status === 429) onRefusal(req, failure.code);
    if (failure.code === 'INTERNAL') log.error({ err: error, requestId: req.id }, 'request failed');
    else if (failure.cause !== undefined) {
      log.warn({ err: failure.cause, requestId: req.id }, 'a service is unavailable');
      onUnavailable?.(failure.cause);
    }
    // Express would print the error a second time, outside of the log.
    if (res.headersSent) return void req.socket.destroy();
    const { retryAfterSeconds } = failure.extras;
    if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
    res.setHeader('Cache-Control', 'no-store');
    res.status(failure.status).json(failure.toBody(req.id as string));
  };
}
