import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#shared/errors.ts';

/** Optional parts of an error. */
export interface AppErrorExtras {
  /** For a form: the field, a sentence that is shown instead of the message, and a free username. */
  details?: { field?: string; suggestion?: string; username?: string };
  /** Messages by field; only with VALIDATION. */
  errors?: Record<string, string[]>;
  /** Whole seconds for the Retry-After header. */
  retryAfterSeconds?: number;
  /** The error behind it; logged and never sent. */
  cause?: unknown;
}

/** An expected failure: its code determines the status, its message is shown to the member. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: AppErrorExtras;

  constructor(code: ErrorCode, message: string, extras: AppErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.extras = extras;
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The wire shape, with the request's id. */
  toBody(requestId: string): ErrorBody {
    const { details, errors } = this.extras;
    return {
      message: this.message,
      code: this.code,
      requestId,
      ...(details && { details }),
      ...(errors && { errors }),
    };
  }
}

/** Returns the one error for a record that does not exist or is hidden from the viewer. */
export function notFound(what = 'This'): AppError {
  return new AppError('NOT_FOUND', `${what} is unavailable.`);
}

/** Returns the error for one field of an input; `message` is shown beside the field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('VALIDATION', 'Validation failed', { errors: { [field]: [message] } });
}
