import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint, InputOf, OutputOf } from '#shared/api/endpoint.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { TestClient, type TestResponse } from '../../../backend/testing/test-client.ts';
import { sendTus } from '../../../backend/testing/tus-client.ts';
import { pathOf, queryOf } from '../../endpoint-path.ts';
import type { Account } from '../device.ts';
import type { Ledger } from './ledger.ts';
import { KEY_PREFIX } from './stored.ts';

/** Longer than a node may hold a request; then the connection counts as lost. */
const PATIENCE_MS = 20_000;
/** The pause before a repeat doubles up to a limit, so that many repeats do not keep busy servers busy. */
const AGAIN_MS = { least: 150, most: 3_000 };
const ENTER_ATTEMPTS = 20;
/** Codes of a response after which the same request may succeed. */
const AGAIN = new Set<string>(['IDEMPOTENCY_IN_PROGRESS', 'CSRF_INVALID', 'RATE_LIMITED']);

/** Settings of a client; with `hasNewKeys`, the weakness of a control, each attempt has a new Idempotency-Key. */
export interface MemberClientSettings {
  name: string;
  url: string;
  origin: string;
  ledger: Ledger;
  hasNewKeys: boolean;
}

/** What belongs to a write besides its input. */
export interface WriteOptions {
  form?: () => FormData;
  headers?: Record<string, string>;
  /** Codes that refuse the write rightly, looked up when the response arrives. */
  allowed?: () => readonly ErrorCode[];
}

/**
 * A client of one member without the client's code: a write is repeated with the same Idempotency-Key until the
 * response is definite.
 */
export class MemberClient {
  readonly name: string;
  userId = '';
  private readonly settings: MemberClientSettings;
  private http: TestClient;
  private turn = 0;

  constructor(settings: MemberClientSettings) {
    this.settings = settings;
    this.name = settings.name;
    this.http = new TestClient(settings.url, settings);
  }

  signIn({ username, password }: Account): Promise<void> {
    return this.enter('/api/login', { username, password });
  }

  register({ username, password }: Account): Promise<void> {
    const names = { username, email: `${username}@example.org`, fullName: username, role: 'teacher' };
    return this.enter('/api/register', { ...names, password, confirmPassword: password });
  }

  /** Runs work with another address, as that of one node. */
  async at<T>(url: string, work: () => Promise<T>): Promise<T> {
    const usual = this.http;
    this.http = usual.at(url);
    try {
      return await work();
    } finally {
      this.http = usual;
    }
  }

  /** Carries out a write. Returns its output; null when it was refused. */
  async write<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    { form, headers, allowed = () => [] }: WriteOptions = {},
  ): Promise<OutputOf<E> | null> {
    const { ledger } = this.settings;
    const path = pathOf(endpoint.path, input);
    const usual = this.newKey();
    let attempts = 0;
    ledger.open += 1;
    for (;;) {
      attempts += 1;
      const key = this.settings.hasNewKeys && attempts > 1 ? this.newKey() : usual;
      const response = await this.send(endpoint.method, path + queryOf(input), {
        key,
        ...(input.body !== undefined && { body: input.body }),
        ...(form && { form: form() }),
        ...(headers && { headers }),
      });
      const code = String(response?.body['code'] ?? '');
      if (code === 'CSRF_INVALID') this.http.forgetToken();
      if (!response || response.status >= 500 || AGAIN.has(code)) {
        ledger.retries += 1;
        await waitAfter(attempts);
        continue;
      }
      ledger.open -= 1;
      if (response.status < 400) {
        ledger.acknowledge(`${endpoint.method} ${endpoint.path}`);
        if (!endpoint.isRepeatable)
          ledger.claim(
            'stored responses',
            key,
            `${endpoint.method} ${path} ${response.status === 204 ? 200 : response.status}`,
          );
        return response.body as OutputOf<E>;
      }
      if (!allowed().some((one) => one === code))
        ledger.refusals.push(`${this.name}: ${endpoint.method} ${path}: ${response.status} ${code}`);
      return null;
    }
  }

  /** Reads once. Returns null when there is no output. */
  async read<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E> | null> {
    const response = await this.send('GET', pathOf(endpoint.path, input) + queryOf(input), {});
    return response?.status === 200 ? (response.body as OutputOf<E>) : null;
  }

  /** Sends a request of the protocol tus once. Returns null without a response. */
  async tus(method: 'PATCH' | 'HEAD', url: string, part: { bytes?: Uint8Array; offset?: number } = {}) {
    try {
      const response = await sendTus(this.http, [method, url], { ...part, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (response.status === 403) this.http.forgetToken();
      return response;
    } catch {
      return null;
    }
  }

  /** Begins the session. A busy server may not respond in time. */
  private async enter(path: string, body: object): Promise<void> {
    const key = `session-of-${this.name}`;
    for (let attempts = 1; ; attempts += 1) {
      const response = await this.send('POST', path, { body, key });
      this.http.forgetToken();
      this.userId = String(response?.body['id']);
      if (response && response.status < 300) return;
      if (attempts === ENTER_ATTEMPTS) throw new Error(`${this.name}: ${path} failed: ${response?.status}`);
      await waitAfter(attempts);
    }
  }

  private newKey(): string {
    this.turn += 1;
    return `${KEY_PREFIX}${this.name}-${this.turn}`;
  }

  private async send(
    method: string,
    path: string,
    request: Parameters<TestClient['send']>[2],
  ): Promise<TestResponse | null> {
    try {
      return await this.http.send(method, path, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch {
      return null;
    }
  }
}

/** Waits before a write is repeated, after one or more failed attempts. */
export function waitAfter(failures: number): Promise<void> {
  const pauseMs = Math.min(AGAIN_MS.least * 2 ** (failures - 1), AGAIN_MS.most);
  return wait(pauseMs * (0.5 + Math.random() / 2));
}
