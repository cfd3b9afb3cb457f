import type { ErrorBody } from '#shared/errors.ts';

/** What an API error may carry beside message and status. */
export interface ApiErrorExtras {
  code?: string | undefined;
  details?: { field?: string; suggestion?: string } | undefined;
  requestId?: string | undefined;
  /** Whole seconds of Retry-After. */
  retryAfterSeconds?: number | undefined;
}

/** The server answered with an error. Source: spec sections 3 and 8. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: { field?: string; suggestion?: string } | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, status: number, extras: ApiErrorExtras = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = extras.code;
    this.details = extras.details;
    this.requestId = extras.requestId;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}

/** The server refused the input; messages by field. */
export class ValidationError extends Error {
  readonly errors: Record<string, string[]>;

  constructor(message: string, errors: Record<string, string[]>) {
    super(message);
    this.name = 'ValidationError';
    this.errors = errors;
  }
}

/** The server could not be reached. */
export class NetworkError extends Error {
  constructor() {
    super('Unable to connect to the server. Please check your internet connection.');
    this.name = 'NetworkError';
  }
}

/** The request was not sent, since its path failed too often lately. */
export class CircuitOpenError extends Error {
  constructor() {
    super('Circuit breaker is open - request rejected');
    this.name = 'CircuitOpenError';
  }
}

/** True for an abort, which is nobody's failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Whether the same request may well be taken later: the network, also where it was the token's answer that did not
 * arrive, a server that does not answer, a session to be renewed. A full disk does not pass by itself.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof CircuitOpenError) return true;
  return (
    error instanceof ApiError &&
    ((error.status >= 500 && error.status !== 507) ||
      error.status === 429 ||
      error.status === 401 ||
      error.code === 'CSRF_INVALID')
  );
}

/** Reads an error response into the error that it stands for, as spec section 8 lists them. */
export async function readError(response: Response): Promise<ApiError | ValidationError> {
  const fallback = `HTTP Error ${response.status}`;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const extras: ApiErrorExtras = {
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
  let text: string;
  try {
    text = await response.text();
  } catch {
    return new ApiError(fallback, response.status, extras);
  }
  if (!response.headers.get('Content-Type')?.includes('application/json')) {
    return new ApiError(text || fallback, response.status, extras);
  }
  let body: Partial<ErrorBody> | null;
  try {
    body = JSON.parse(text) as Partial<ErrorBody> | null;
  } catch {
    return new ApiError(fallback, response.status, extras);
  }
  if (response.status === 400 && body?.errors)
    return new ValidationError(body.message || 'Validation failed', body.errors);
  return new ApiError(body?.message || 'An error occurred', response.status, {
    ...extras,
    code: body?.code,
    details: body?.details,
  });
}
