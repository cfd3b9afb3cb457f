import type { HttpTransport } from './http-transport.ts';

/** The session's CSRF token in memory. */
export interface CsrfTokens {
  /** The cached token, fetched on first use; a random text when it cannot be fetched (spec section 7), which the server refuses. */
  get(): Promise<string>;
  /** Forgets the token: after any 403, after signing in or out. */
  clear(): void;
}

/** Makes the cache; `now` gives the cache-busting timestamp in milliseconds. */
export function createCsrfTokens(transport: HttpTransport, now: () => number): CsrfTokens {
  let token: Promise<string> | undefined;
  async function load(): Promise<string> {
    const response = await transport.send({ method: 'GET', path: `/api/csrf-token?_=${now()}`, headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error(`no token: ${response.status}`);
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    return csrfToken;
  }
  return {
    get() {
      token ??= load().catch(() => {
        token = undefined;
        return crypto.randomUUID();
      });
      return token;
    },
    clear() {
      token = undefined;
    },
  };
}
