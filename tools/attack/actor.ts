import { randomUUID } from 'node:crypto';
import { isVersionedEdit, TestClient } from '../../backend/testing/test-client.ts';
import type { IdentityName } from './identities.ts';
import { sendRequest, type AttackResponse } from './request.ts';

/** A request of an actor; a `body` that is no text is sent as JSON. */
export interface ActorRequest {
  method: string;
  path: string;
  body?: unknown;
  form?: FormData;
  /** Headers that replace the usual ones; null omits one. */
  headers?: Record<string, string | null>;
  from?: string;
}

/** An attacker with a session and its CSRF token. It stores no cookie, so that a request cannot end its session. */
export class Actor {
  readonly name: IdentityName;
  readonly client: TestClient;
  private token = '';

  constructor(name: IdentityName, url: string) {
    this.name = name;
    this.client = new TestClient(url);
  }

  get id(): string {
    return this.client.user?.id ?? '';
  }

  /** Fetches the CSRF token of the session, for a visitor with the session. */
  async prepare(): Promise<void> {
    this.token = await this.client.token();
  }

  async send({ method, path, body, form, headers = {}, from }: ActorRequest): Promise<AttackResponse> {
    const encoded = form ? new Response(form) : undefined;
    const isWrite = method !== 'GET';
    const all: Record<string, string | null> = {
      cookie: this.client.cookie,
      ...(isWrite && { origin: this.client.origin, 'csrf-token': this.token, 'idempotency-key': randomUUID() }),
      ...(isVersionedEdit(method, path) && { 'if-match': '*' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(encoded && { 'content-type': encoded.headers.get('content-type') }),
      ...headers,
    };
    const bytes = encoded
      ? Buffer.from(await encoded.arrayBuffer())
      : typeof body === 'string' || Buffer.isBuffer(body) || body === undefined
        ? body
        : JSON.stringify(body);
    return sendRequest(this.client.url, {
      method,
      path,
      from,
      headers: Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)),
      ...(bytes !== undefined && { body: bytes }),
    });
  }
}
