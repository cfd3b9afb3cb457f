import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from './clock.ts';
import { createCsrfTokens, type CsrfTokens } from './csrf.ts';
import { ApiError, isAbort, NetworkError, readError } from './errors.ts';
import type { HttpTransport, TransportUpload } from './http-transport.ts';
import { withRetries } from './retry.ts';

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Identifies a write across retries; a write without one gets a new one. */
  idempotencyKey?: string | undefined;
  /** The version to change. */
  ifMatch?: string | undefined;
}

/** A request; `body` is sent as JSON. */
interface ApiRequest extends CallOptions {
  method: string;
  path: string;
  body?: unknown;
  /** True when the response is plain text instead of JSON. */
  isText?: boolean | undefined;
  /** True for a write that visitors can send too; it is sent also after the writes of a user have ended. */
  isPublic?: boolean | undefined;
}

type UploadRequest = Omit<TransportUpload, 'headers'> & CallOptions;

/** A response: parsed JSON (undefined for 204) and headers. */
interface ApiResponse<T> {
  data: T;
  headers: Headers;
}

/** Sends requests with retries, a CSRF token and a circuit breaker per path. */
export interface ApiClient {
  request<T>(request: ApiRequest): Promise<ApiResponse<T>>;
  upload<T>(request: UploadRequest): Promise<ApiResponse<T>>;
  /**
   * Aborts the running writes of a user and rejects new ones with an AbortError, until `allowWrites`. Used at sign-out:
   * a write without a session fetches a CSRF token, and that creates a new session. Returns the function that sends the
   * sign-out itself, with the session's token; it fails with status 409 once the session belongs to another user, and
   * with an AbortError once `isDue` returns false.
   */
  endWrites(userId: string, isDue?: () => boolean): ApiClient['request'];
  /** Allows writes again, when a user has signed in. */
  allowWrites(): void;
  csrf: CsrfTokens;
  breaker: CircuitBreaker;
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Time limit of one attempt, in milliseconds; a dead connection would otherwise take minutes to fail. */
const ATTEMPT_MAX_MS = 20_000;

interface ClientParts {
  transport: HttpTransport;
  clock: Clock;
  attemptMaxMs?: number;
}

/** Creates the client from transport, CSRF token, retries and circuit breaker. */
export function createApiClient({ transport: untimed, clock, attemptMaxMs = ATTEMPT_MAX_MS }: ClientParts): ApiClient {
  const transport: HttpTransport = {
    send: (request) => untimed.send({ ...request, signal: inTime(attemptMaxMs, request.signal) }),
    upload: (request) => untimed.upload(request),
  };
  let writing = new AbortController();
  const csrf = createCsrfTokens(transport, () => clock.now());
  const breaker = createCircuitBreaker(clock);

  async function run<T>(
    { path, signal, isText = false }: Pick<ApiRequest, 'path' | 'signal' | 'isText'>,
    send: () => Promise<Received>,
  ): Promise<ApiResponse<T>> {
    const { text, headers } = await breaker.run(path, () => withRetries(send, clock, signal));
    return { data: (isText ? text : parseJson(text)) as T, headers };
  }

  /** Returns a new signal per write, so that its listeners are released with the write. */
  const untilSignedOut = (signal: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any(signal ? [signal, writing.signal] : [writing.signal]);

  function send<T>(request: ApiRequest, tokens: CsrfTokens | null): Promise<ApiResponse<T>> {
    const { method, path, body, isText, signal } = request;
    const headers = headersOf(request);
    const text = body === undefined ? undefined : JSON.stringify(body);
    return run({ path, signal, isText }, () =>
      sendWithToken({ csrf: tokens, signal }, (token) =>
        transport.send({ method, path, headers: { ...headers, ...token }, body: text, signal }),
      ),
    );
  }

  return {
    csrf,
    breaker,
    endWrites(userId, isDue = () => true) {
      writing.abort();
      const own = createCsrfTokens(transport, () => clock.now(), csrf.take());
      own.belongTo(userId, () => undefined);
      const whileDue = async (): Promise<string> => {
        const token = await own.get();
        if (isDue()) return token;
        throw new DOMException('The session was ended by a sign-in.', 'AbortError');
      };
      return (request) => send(request, { ...own, get: whileDue });
    },
    allowWrites() {
      if (writing.signal.aborted) writing = new AbortController();
    },
    request(request) {
      if (!WRITES.has(request.method)) return send(request, null);
      return send(request.isPublic ? request : { ...request, signal: untilSignedOut(request.signal) }, csrf);
    },
    upload({ path, form, signal: callers, idempotencyKey, onProgress }) {
      const signal = untilSignedOut(callers);
      const headers = { Accept: 'application/json', ...keyHeader(idempotencyKey) };
      return run({ path, signal }, () =>
        sendWithToken({ csrf, signal }, (token) =>
          transport.upload({ path, headers: { ...headers, ...token }, form, signal, onProgress }),
        ),
      );
    },
  };
}

function headersOf({ method, body, idempotencyKey, ifMatch, isText }: ApiRequest): Record<string, string> {
  return {
    Accept: isText === true ? 'text/*, application/json' : 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
    ...(WRITES.has(method) && keyHeader(idempotencyKey)),
  };
}

function keyHeader(key: string = crypto.randomUUID()): Record<string, string> {
  return { 'Idempotency-Key': key };
}

/** Parses a response; undefined for an empty one. */
function parseJson(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

/** Sends a request; a write has a CSRF token and is sent once more with a new token when the server refuses it. */
async function sendWithToken(
  { csrf, signal }: { csrf: CsrfTokens | null; signal?: AbortSignal | undefined },
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Received> {
  for (let isRepeat = false; ; isRepeat = true) {
    signal?.throwIfAborted();
    const token: Record<string, string> = csrf ? { 'CSRF-Token': await csrf.get() } : {};
    signal?.throwIfAborted();
    const response = await reach(() => send(token));
    // A response that is cut in the middle counts as not received.
    if (response.ok) return { text: await reach(() => response.text()), headers: response.headers };
    if (response.status === 403) csrf?.clear();
    const error = await readError(response);
    if (isRepeat || !csrf || !(error instanceof ApiError) || error.code !== 'CSRF_INVALID') throw error;
  }
}

/** Aborts an attempt when its caller aborts, or after the time limit with a NetworkError. */
function inTime(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** A complete response. */
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
