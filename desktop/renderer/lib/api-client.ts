import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from './clock.ts';
import { createCsrfTokens, type CsrfTokens } from './csrf.ts';
import { ApiError, isAbort, NetworkError, readError } from './errors.ts';
import type { HttpTransport } from './http-transport.ts';
import { withRetries } from './retry.ts';

/**
 * One call: `body` goes as JSON; `ifMatch` is the version that is changed; a POST's `idempotencyKey` is made when not
 * given and stays the same over retries.
 */
export interface ApiRequest {
  method: string;
  path: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
  /** True for an answer that is plain text; JSON without it. */
  isText?: boolean | undefined;
}

/** A form to send up; `onProgress` hears the share that is sent, 0 to 1. */
export interface UploadRequest {
  path: string;
  form: FormData;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  onProgress?: ((share: number) => void) | undefined;
}

/** An answer: parsed JSON (undefined for 204) and the response's headers. */
export interface ApiAnswer<T> {
  data: T;
  headers: Headers;
}

/** The request client of spec sections 4, 7, 8 and 9. */
export interface ApiClient {
  request<T>(request: ApiRequest): Promise<ApiAnswer<T>>;
  upload<T>(request: UploadRequest): Promise<ApiAnswer<T>>;
  /**
   * Gives up the writes that are under way, for whoever has signed out: each would ask for a token, and that begins a
   * session.
   */
  endWrites(): void;
  csrf: CsrfTokens;
  breaker: CircuitBreaker;
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * How long one attempt may take, in milliseconds: a line that has fallen silent would be waited on for minutes
 * otherwise.
 */
const ATTEMPT_MAX_MS = 20_000;

/** Joins transport, CSRF token, retries and circuit breaker. */
export function createApiClient({
  transport: untimed,
  clock,
  attemptMaxMs = ATTEMPT_MAX_MS,
}: {
  transport: HttpTransport;
  clock: Clock;
  attemptMaxMs?: number;
}): ApiClient {
  const transport: HttpTransport = {
    send: (request) => untimed.send({ ...request, signal: inTime(attemptMaxMs, request.signal) }),
    upload: (request) => untimed.upload(request),
  };
  let writing = new AbortController();
  const csrf = createCsrfTokens(
    { ...transport, send: (request) => transport.send({ ...request, signal: writing.signal }) },
    () => clock.now(),
  );
  const breaker = createCircuitBreaker(clock);

  /** Sends once, and once more with a fresh token when the server refused the token (decision 17). */
  async function sendWithToken(
    { isWrite, signal }: { isWrite: boolean; signal?: AbortSignal | undefined },
    send: (headers: Record<string, string>) => Promise<Response>,
  ): Promise<Received> {
    for (let isRepeat = false; ; isRepeat = true) {
      signal?.throwIfAborted();
      const token: Record<string, string> = isWrite ? { 'CSRF-Token': await csrf.get() } : {};
      signal?.throwIfAborted();
      const response = await reach(() => send(token));
      // An answer that breaks off on its way has not arrived either.
      if (response.ok) return { text: await reach(() => response.text()), headers: response.headers };
      if (response.status === 403) csrf.clear();
      const error = await readError(response);
      if (isRepeat || !isWrite || !(error instanceof ApiError) || error.code !== 'CSRF_INVALID') throw error;
    }
  }

  async function run<T>(
    { path, signal, isText = false }: Pick<ApiRequest, 'path' | 'signal' | 'isText'>,
    send: () => Promise<Received>,
  ): Promise<ApiAnswer<T>> {
    const { text, headers } = await breaker.run(path, () => withRetries(send, clock, signal));
    if (isText) return { data: text as T, headers };
    return { data: (text === '' ? undefined : JSON.parse(text)) as T, headers };
  }

  /** One of its own for each write, so that what listens to it goes with the write. */
  const untilSignedOut = (signal: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any(signal ? [signal, writing.signal] : [writing.signal]);

  return {
    csrf,
    breaker,
    endWrites() {
      writing.abort();
      writing = new AbortController();
      csrf.clear();
    },
    request({ method, path, body, signal: callers, idempotencyKey, ifMatch, isText }) {
      const isWrite = WRITES.has(method);
      const signal = isWrite ? untilSignedOut(callers) : callers;
      const headers: Record<string, string> = {
        Accept: isText === true ? 'text/*, application/json' : 'application/json',
      };
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
      if (method === 'POST') headers['Idempotency-Key'] = idempotencyKey ?? crypto.randomUUID();
      const text = body === undefined ? undefined : JSON.stringify(body);
      return run({ path, signal, isText }, () =>
        sendWithToken({ isWrite, signal }, (token) =>
          transport.send({ method, path, headers: { ...headers, ...token }, body: text, signal }),
        ),
      );
    },
    upload({ path, form, signal: callers, idempotencyKey, onProgress }) {
      const signal = untilSignedOut(callers);
      const headers = { Accept: 'application/json', 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() };
      return run({ path, signal }, () =>
        sendWithToken({ isWrite: true, signal }, (token) =>
          transport.upload({ path, headers: { ...headers, ...token }, form, signal, onProgress }),
        ),
      );
    },
  };
}

/** Ends an attempt when its caller does, or after its time as a failure of the network. */
function inTime(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** An answer that has arrived whole. */
interface Received {
  text: string;
  headers: Headers;
}

async function reach<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new NetworkError();
  }
}
