import { beforeEach, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from './api-client.ts';
import { ApiError, CircuitOpenError, NetworkError, ValidationError } from './errors.ts';
import type { TransportRequest } from './http-transport.ts';

type Reply = Response | Promise<Response> | 'unreachable';

let nowMs: number;
let waits: number[];
let sent: TransportRequest[];
let replies: Reply[];
let client: ApiClient;
let userId: string | null;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const writes = () => sent.filter(({ path }) => !path.startsWith('/api/csrf-token'));
const tokens = () => sent.filter(({ path }) => path.startsWith('/api/csrf-token'));
const get = (path = '/api/posts') => client.request({ method: 'GET', path });
const post = (path = '/api/posts') => client.request({ method: 'POST', path, body: { content: 'x' } });

beforeEach(() => {
  nowMs = 1_000;
  waits = [];
  sent = [];
  replies = [];
  userId = null;
  let tokenCount = 0;
  const answer = (request: TransportRequest): Promise<Response> => {
    sent.push(request);
    if (request.path.startsWith('/api/csrf-token')) {
      tokenCount += 1;
      return Promise.resolve(json(200, { csrfToken: `token-${tokenCount}`, userId }));
    }
    const reply = replies.shift() ?? json(200, {});
    return reply === 'unreachable' ? Promise.reject(new TypeError('failed')) : Promise.resolve(reply);
  };
  client = createApiClient({
    transport: { send: answer, upload: ({ path, headers }) => answer({ method: 'POST', path, headers }) },
    clock: {
      now: () => nowMs,
      random: () => 0.5,
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
  });
});

it('returns a text file unchanged', async () => {
  replies = [new Response('a,b\r\n1,2\r\n', { headers: { 'Content-Type': 'text/csv' } })];
  expect((await client.request({ method: 'GET', path: '/api/students/export.csv', isText: true })).data).toBe(
    'a,b\r\n1,2\r\n',
  );
});

it('treats a stalled connection as a network error, and retries', async () => {
  const silent = ({ signal }: TransportRequest) =>
    new Promise<Response>((_answer, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
  let attempts = 0;
  const impatient = createApiClient({
    attemptMaxMs: 10,
    clock: { now: () => 0, random: () => 0, wait: () => Promise.resolve() },
    transport: {
      send: (request) => {
        attempts += 1;
        return attempts < 3 ? silent(request) : Promise.resolve(json(200, { ok: true }));
      },
      upload: () => Promise.reject(new TypeError('failed')),
    },
  });
  expect(
    (await impatient.request({ method: 'GET', path: '/api/posts', signal: new AbortController().signal })).data,
  ).toEqual({ ok: true });
  expect(attempts).toBe(3);
});

describe('the CSRF token', () => {
  it('is a random text when it cannot be fetched, and is fetched again with the next write', async () => {
    let isAway = true;
    const received: (string | undefined)[] = [];
    const away = createApiClient({
      clock: { now: () => 0, random: () => 0, wait: () => Promise.resolve() },
      transport: {
        send: ({ path, headers }) => {
          if (!path.startsWith('/api/csrf-token')) received.push(headers['CSRF-Token']);
          else if (isAway) return Promise.resolve(json(502, { message: 'away' }));
          return Promise.resolve(json(200, { csrfToken: 'token', userId: null }));
        },
        upload: () => Promise.reject(new TypeError('failed')),
      },
    });
    const write = () => away.request({ method: 'PUT', path: '/api/x' });
    await write();
    await write();
    isAway = false;
    await write();
    const random = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(received).toEqual([random, random, 'token']);
    expect(received[0]).not.toBe(received[1]);
  });

  it('is fetched once with a timestamp and sent with the four writing methods only', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) await client.request({ method, path: '/api/x' });
    expect(tokens().map(({ path }) => path)).toEqual(['/api/csrf-token?_=1000']);
    expect(writes().map(({ headers }) => headers['CSRF-Token'])).toEqual([
      undefined,
      'token-1',
      'token-1',
      'token-1',
      'token-1',
    ]);
  });

  it('is cleared by any 403 and fetched again with the next write', async () => {
    replies = [json(403, { message: 'no', code: 'NOT_OWNER' })];
    await expect(post()).rejects.toBeInstanceOf(ApiError);
    await post();
    expect(writes().map(({ headers }) => headers['CSRF-Token'])).toEqual(['token-1', 'token-2']);
  });

  it('rejected as stale is fetched again, and the request repeated once with the same key', async () => {
    replies = [json(403, { message: 'stale', code: 'CSRF_INVALID' }), json(201, { id: 'a' })];
    expect((await post()).data).toEqual({ id: 'a' });
    expect(writes().map(({ headers }) => headers['CSRF-Token'])).toEqual(['token-1', 'token-2']);
    expect(new Set(writes().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  it('of another user’s session is not used, and the page is notified', async () => {
    let others = 0;
    client.csrf.belongTo('ana', () => (others += 1));
    userId = 'ana';
    await post();
    userId = 'ben';
    replies = [json(403, { message: 'stale', code: 'CSRF_INVALID' }), json(201, { id: 'a' })];
    await expect(post()).rejects.toMatchObject({ status: 409 });
    expect([writes().length, others]).toEqual([2, 1]);
    client.csrf.belongTo('ben', () => undefined);
    expect((await post()).data).toEqual({ id: 'a' });
  });

  it('rejected twice is an error', async () => {
    replies = [
      json(403, { message: 'stale', code: 'CSRF_INVALID' }),
      json(403, { message: 'stale', code: 'CSRF_INVALID' }),
    ];
    await expect(post()).rejects.toMatchObject({ status: 403 });
    expect(writes()).toHaveLength(2);
  });
});

describe('the end of the writes of a user', () => {
  it('aborts running writes and rejects new ones without fetching a token, but sends those of visitors', async () => {
    let answer = (_response: Response): void => undefined;
    replies = [
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
    ];
    const written = post();
    await expect.poll(() => writes().length).toBe(1);
    client.endWrites('ana');
    answer(json(403, { message: 'stale', code: 'CSRF_INVALID' }));
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    await expect(post()).rejects.toMatchObject({ name: 'AbortError' });
    expect([tokens().length, writes().length]).toEqual([1, 1]);
    await client.request({ method: 'POST', path: '/api/login', body: {}, isPublic: true });
    expect([tokens().length, writes().length]).toEqual([2, 2]);
    await expect(post()).rejects.toMatchObject({ name: 'AbortError' });
    client.allowWrites();
    await post();
    expect(writes()).toHaveLength(3);
  });

  it('sends the sign-out with the token of the session, also with a token that is still being fetched', async () => {
    await post();
    await client.endWrites('ana')({ method: 'POST', path: '/api/logout' });
    expect(writes().map(({ headers }) => headers['CSRF-Token'])).toEqual(['token-1', 'token-1']);
    client.allowWrites();
    const written = post();
    const signOut = client.endWrites('ana')({ method: 'POST', path: '/api/logout' });
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    await signOut;
    expect(writes().map(({ path }) => path)).toEqual(['/api/posts', '/api/logout', '/api/logout']);
    expect(tokens()).toHaveLength(2);
  });

  it('stops once it is not due any more, because the same user has signed in again', async () => {
    await post();
    let isDue = true;
    const end = client.endWrites('ana', () => isDue);
    const { promise, resolve } = Promise.withResolvers<Response>();
    replies = [promise];
    const ended = end({ method: 'POST', path: '/api/logout' });
    await expect.poll(() => writes().length).toBe(2);
    isDue = false;
    resolve(json(503, { message: 'later' }));
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(writes()).toHaveLength(2);
  });

  it('does not end the session of another user who has signed in meanwhile', async () => {
    await post();
    const send = client.endWrites('ana');
    userId = 'ben';
    replies = [json(403, { message: 'stale', code: 'CSRF_INVALID' })];
    await expect(send({ method: 'POST', path: '/api/logout' })).rejects.toMatchObject({ status: 409 });
    expect(writes()).toHaveLength(2);
  });
});

describe('retries', () => {
  it('happen up to three times, after 300 ms doubling plus jitter, for network errors and 5xx', async () => {
    replies = ['unreachable', json(500, { message: 'a' }), json(503, { message: 'b' }), json(201, { id: 'a' })];
    await post();
    expect(waits).toEqual([450, 750, 1_350]);
    expect(new Set(writes().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'of a %s carry the same Idempotency-Key, the next one another',
    async (method) => {
      replies = ['unreachable', json(502, { message: 'a' }), json(200, {})];
      await client.request({ method, path: '/api/x' });
      await client.request({ method, path: '/api/x' });
      const [first, second, third, next] = writes().map(({ headers }) => headers['Idempotency-Key']);
      expect([first, second, third]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), first, first]);
      expect(next).not.toBe(first);
    },
  );

  it('of a read carry no Idempotency-Key', async () => {
    replies = ['unreachable', json(200, {})];
    await get();
    expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual([undefined, undefined]);
  });

  it('end with the last error', async () => {
    replies = ['unreachable', 'unreachable', 'unreachable', 'unreachable'];
    await expect(get()).rejects.toThrow(new NetworkError().message);
    expect(sent).toHaveLength(4);
  });

  it('happen for an incomplete response', async () => {
    const broken = new Response(
      new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }),
    );
    replies = [broken, json(200, ['whole'])];
    expect((await get()).data).toEqual(['whole']);
    expect(waits).toHaveLength(1);
  });

  it('do not happen for 4xx', async () => {
    replies = [json(404, { message: 'gone', code: 'NOT_FOUND' })];
    await expect(get()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(sent).toHaveLength(1);
  });

  it('use a new key for each new call', async () => {
    await post();
    await post();
    expect(new Set(writes().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
  });
});

describe('the circuit breaker', () => {
  const failOnce = async (path?: string) => {
    replies = Array.from({ length: 4 }, () => 'unreachable' as const);
    await expect(get(path)).rejects.toBeInstanceOf(NetworkError);
  };

  it('opens after five requests failed with all their retries, whatever the query', async () => {
    for (let request = 0; request < 5; request += 1) await failOnce(`/api/posts?cursor=${request}`);
    sent = [];
    await expect(get('/api/posts?cursor=9')).rejects.toThrow('Circuit breaker is open - request rejected');
    expect(sent).toHaveLength(0);
    await expect(get('/api/comments')).resolves.toBeDefined();
  });

  it('tries again after 30 s and closes after two successes', async () => {
    for (let request = 0; request < 5; request += 1) await failOnce();
    nowMs += 29_999;
    await expect(get()).rejects.toBeInstanceOf(CircuitOpenError);
    nowMs += 1;
    replies = [];
    await get();
    expect(client.breaker.stateOf('/api/posts')).toBe('half-open');
    await get();
    expect(client.breaker.stateOf('/api/posts')).toBe('closed');
  });

  it('opens again when it fails half-open', async () => {
    for (let request = 0; request < 5; request += 1) await failOnce();
    nowMs += 30_000;
    await failOnce();
    await expect(get()).rejects.toBeInstanceOf(CircuitOpenError);
  });

  it('ignores the results of requests that started before it opened', async () => {
    const answer = Promise.withResolvers<void>();
    const early = client.breaker.run('/api/posts?cursor=early', () => answer.promise);
    for (let request = 0; request < 5; request += 1) await failOnce();
    answer.resolve();
    await early;
    expect(client.breaker.stateOf('/api/posts')).toBe('open');
    nowMs += 30_000;
    replies = [];
    await get();
    expect(client.breaker.stateOf('/api/posts')).toBe('half-open');
  });

  it('does not count 4xx', async () => {
    for (let request = 0; request < 9; request += 1) {
      replies = [json(404, { message: 'x' })];
      await expect(get()).rejects.toBeInstanceOf(ApiError);
    }
    expect(client.breaker.stateOf('/api/posts')).toBe('closed');
  });
});

describe('errors', () => {
  it.each([
    [new Response('it broke', { status: 418 }), 'it broke'],
    [new Response('', { status: 418 }), 'HTTP Error 418'],
    [
      new Response('<html><title>413</title></html>', { status: 418, headers: { 'Content-Type': 'text/html' } }),
      'HTTP Error 418',
    ],
    [json(418, {}), 'An error occurred'],
    [json(418, { message: '' }), 'An error occurred'],
    [json(418, { message: 'no tea' }), 'no tea'],
    [new Response('{', { status: 418, headers: { 'Content-Type': 'application/json' } }), 'HTTP Error 418'],
  ])('have the messages of the specification', async (reply, message) => {
    replies = [reply];
    await expect(get()).rejects.toMatchObject({ message, status: 418 });
  });

  it('of a form are grouped by field', async () => {
    replies = [json(400, { errors: { email: ['taken'] } })];
    const error = await get().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ message: 'Validation failed', errors: { email: ['taken'] } });
  });
});
