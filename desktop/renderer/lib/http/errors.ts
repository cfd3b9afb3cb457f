import type { ErrorBody } from '#shared/errors.ts';

/** Optional parts of an API error. */
interface ApiErrorExtras {
  code?: string | undefined;
  details?: { field?: string; suggestion?: string; username?: string } | undefined;
  requestId?: string | undefined;
  /** Retry-After, in whole seconds. */
  retryAfterSeconds?: number | undefined;
}

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: { field?: string; suggestion?: string; username?: string } | undefined;
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

/** The server rejected the input; messages by field. */
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

/** The request was not sent because its path failed too often recently. */
export class CircuitOpenError extends Error {
  constructor() {
    super('Circuit breaker is open - request rejected');
    this.name = 'CircuitOpenError';
  }
}

/** No user is signed in on this page, or not yet. */
export class SignedOutError extends Error {
  constructor() {
    super('You are signed out. Log in again.');
    this.name = 'SignedOutError';
  }
}

/** Whether an error is an abort, which is not a failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Whether the same request can succeed later: network failures (of the token request too), an unavailable server, an
 * expired session. A full disk is not temporary.
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

/** Converts an error response to an error. */
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
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('application/json')) {
    // Another type is the error page of a proxy, which is no message.
    const isMessage = type === '' || type.startsWith('text/plain');
    return new ApiError((isMessage && text) || fallback, response.status, extras);
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
