import { randomUUID } from 'node:crypto';
import type { SessionUser } from '#shared/api/auth.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { allEndpoints } from '#shared/api/index.ts';

/** A response; `body` is parsed JSON, or text for other content. */
export interface TestResponse {
  status: number;
  headers: Headers;
  // Tests read responses of every shape; `expect` checks them.
  body: TestBody;
}

/** JSON of a response: every property may be read and has an unknown type until it is checked. */
type TestBody = { [key: string]: TestBody } & TestBody[] & string & number;

/** Options of a test's request. */
export interface TestRequest {
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** Sent as Idempotency-Key; a write without it gets a new one. */
  key?: string;
  /** True when the response does not reach the browser, which then has none of its cookies. */
  isLost?: boolean;
  signal?: AbortSignal;
}

let users = 0;
/** How often a sign-up is repeated that was answered with 503. */
const SIGN_UP_REPEATS = 10;

/** One browser: cookies, CSRF token and Origin as the real client sends them. */
export class TestClient {
  readonly url: string;
  /** Origin that it sends. */
  readonly origin: string;
  user: SessionUser | undefined;
  readonly password = 'a long test password';
  private cookies = new Map<string, string>();
  private csrfToken: string | undefined;

  constructor(url: string, { origin = url }: { origin?: string } = {}) {
    this.url = url;
    this.origin = origin;
  }

  /** Returns the current Cookie header. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Returns this browser at another address of the same server. */
  at(url: string): TestClient {
    const other = new TestClient(url, { origin: this.origin });
    other.cookies = this.cookies;
    other.csrfToken = this.csrfToken;
    return other;
  }

  /** Registers a user of a role and stays signed in. */
  async signUp(role: Role, fields: Record<string, string> = {}): Promise<SessionUser> {
    users += 1;
    const username = `${role}${users}x${process.pid}`;
    const body = {
      username,
      email: `${username}@example.org`,
      fullName: `${role} ${users}`,
      role,
      password: this.password,
      confirmPassword: this.password,
      ...fields,
    };
    const key = randomUUID();
    let response = await this.post('/api/register', { body, key });
    // As the member's client does while the database does not respond in time, here on a machine that is very busy.
    for (let repeats = 0; response.status === 503 && repeats < SIGN_UP_REPEATS; repeats += 1)
      response = await this.post('/api/register', { body, key });
    if (response.status !== 201) throw new Error(`sign-up failed: ${response.status} ${JSON.stringify(response.body)}`);
    this.csrfToken = undefined;
    this.user = response.body as unknown as SessionUser;
    return this.user;
  }

  get(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('GET', path, request);
  }

  post(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('POST', path, request);
  }

  put(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('PUT', path, request);
  }

  patch(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('PATCH', path, request);
  }

  delete(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('DELETE', path, request);
  }

  /** Fetches a CSRF token and stores it. */
  async token(request: Pick<TestRequest, 'signal'> = {}): Promise<string> {
    const response = await this.send('GET', '/api/csrf-token', request);
    this.csrfToken = String(response.body['csrfToken']);
    return this.csrfToken;
  }

  /** Clears the stored CSRF token, as after signing in. */
  forgetToken(): void {
    this.csrfToken = undefined;
  }

  async send(method: string, path: string, request: TestRequest = {}): Promise<TestResponse> {
    const headers: Record<string, string> = { cookie: this.cookie };
    if (method !== 'GET') {
      headers['origin'] = this.origin;
      headers['csrf-token'] = this.csrfToken ?? (await this.token(request.signal ? { signal: request.signal } : {}));
      headers['cookie'] = this.cookie;
    }
    if (method !== 'GET') headers['idempotency-key'] = request.key ?? randomUUID();
    // Any version: only tests of versions name one.
    if (isVersionedEdit(method, path) && !hasVersion(request.headers)) headers['if-match'] = '*';
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    const body = request.form ?? (request.body === undefined ? undefined : asText(request.body));
    const response = await fetch(this.url + path, {
      method,
      headers: { ...headers, ...request.headers },
      redirect: 'manual',
      ...(request.signal && { signal: request.signal }),
      ...(body !== undefined && { body }),
    });
    if (!request.isLost) for (const line of response.headers.getSetCookie()) this.keepCookie(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  }

  private keepCookie(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** The edits that name the version which they are based on. */
const VERSIONED = Object.values(allEndpoints)
  .filter(({ isVersioned }) => isVersioned)
  .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/** Returns whether a request is an edit that names the version which it is based on. */
export function isVersionedEdit(method: string, path: string): boolean {
  return VERSIONED.some((edit) => edit.method === method && edit.pattern.test(path));
}

function hasVersion(headers: Record<string, string> = {}): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'if-match');
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function parse(text: string): TestBody {
  try {
    return JSON.parse(text) as TestBody;
  } catch {
    return text as TestBody;
  }
}
