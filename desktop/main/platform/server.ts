import { app } from 'electron';
import { ownHeaders } from '../core/forward.ts';
import type { AccountSession } from './account.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends a request to the server with the account's cookies, and without following a redirect. Every request of main
 * goes this way, but for the check of an address, which has no cookies.
 */
export function fetchFromServer(
  account: Pick<AccountSession, 'fetch'>,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(ownHeaders(url, app.getVersion()))) headers.set(name, value);
  return account.fetch(url, { ...init, headers, credentials: 'include', redirect: 'error' });
}

/** Requests of main itself to the server, with the account's session. */
export interface ServerClient {
  /** Returns the JSON of a GET request. @throws Error without a server, or for any status but 2xx. */
  get: <View>(path: string) => Promise<View>;
  /** Sends a PUT request with a JSON body. @throws Error as `get`. */
  put: (path: string, body: object) => Promise<void>;
}

/** Creates the client for requests of main itself. */
export function createServerClient(account: () => AccountSession, serverUrl: () => string | null): ServerClient {
  const send = async (path: string, init: { method?: string; headers?: Record<string, string>; body?: string }) => {
    const origin = serverUrl();
    if (origin === null) throw new Error('No server was chosen yet.');
    const response = await fetchFromServer(account(), origin + path, {
      ...init,
      headers: { Accept: 'application/json', ...init.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} returned ${String(response.status)}.`);
    return response;
  };
  const get = async <View>(path: string): Promise<View> => (await (await send(path, {})).json()) as View;
  return {
    get,
    put: async (path, body) => {
      const { csrfToken } = await get<{ csrfToken: string }>('/api/csrf-token');
      await send(path, {
        method: 'PUT',
        headers: {
          'Content-Type': 'application/json',
          'CSRF-Token': csrfToken,
          'Idempotency-Key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      });
    },
  };
}
