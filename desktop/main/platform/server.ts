import { CLIENT_VERSION_HEADER } from '#shared/api/meta.ts';
import { APP_ORIGIN } from '../core/app-files.ts';
import type { AccountSession } from './account.ts';

const TIMEOUT_MS = 10_000;

/** Requests of main itself to the server, with the account's session. */
export interface ServerClient {
  /** Returns the JSON of a GET request. @throws Error without a server, or for any status but 2xx. */
  get: <View>(path: string) => Promise<View>;
  /** Sends a PUT request with a JSON body. @throws Error as `get`. */
  put: (path: string, body: object) => Promise<void>;
}

/** Creates the client for requests of main itself. */
export function createServerClient(
  account: () => AccountSession,
  { serverUrl, appVersion }: { serverUrl: () => string | null; appVersion: string },
): ServerClient {
  const send = async (path: string, init: { method?: string; headers?: Record<string, string>; body?: string }) => {
    const origin = serverUrl();
    if (origin === null) throw new Error('No server was chosen yet.');
    const response = await account().fetch(origin + path, {
      ...init,
      headers: { Accept: 'application/json', Origin: APP_ORIGIN, [CLIENT_VERSION_HEADER]: appVersion, ...init.headers },
      credentials: 'include',
      redirect: 'error',
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
