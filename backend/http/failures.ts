import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from './app-error.ts';

/** Seconds after which a client may retry while the database is unavailable. */
const RETRY_AFTER_SECONDS = 2;

/** Errors of Node and Postgres while the database is away; 53100 is a full disk, 53300 too many connections. */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53300',
  '57014',
  '55P03',
]);
const AWAY_TEXT =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection ended|not queryable|query read timeout|cannot use a pool after calling end/i;

/** True when an error or its cause means that the database is unreachable. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (AWAY_CODES.has(code) || code.startsWith('08') || AWAY_TEXT.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some((inner) => isDatabaseAway(inner))) return true;
    cause = cause.cause;
  }
  return false;
}

/** Converts any thrown value to the error of the response; an unexpected one becomes INTERNAL without details. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError('UNAVAILABLE', 'Lyceum is briefly unavailable. Please try again in a moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
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

/** The only error handler: logs unexpected errors and sends the one error shape. */
export function handleErrors(log: Logger) {
  return (error: unknown, req: Request, res: Response, next: NextFunction): void => {
    const failure = toAppError(error);
    if (failure.code === 'INTERNAL') log.error({ err: error, requestId: req.id }, 'request failed');
    if (res.headersSent) return next(error);
    const { retryAfterSeconds } = failure.extras;
    if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
    res.setHeader('Cache-Control', 'no-store');
    res.status(failure.status).json(failure.toBody(req.id as string));
  };
}
