import { ApiError } from './errors.ts';
import type { HttpTransport } from './http-transport.ts';

/** The session's CSRF token in memory. */
export interface CsrfTokens {
  /**
   * Returns the cached token, fetched on first use. Returns a random text, which the server rejects, when it cannot be
   * fetched.
   *
   * @throws ApiError 409 when the session belongs to another user than the page.
   */
  get(): Promise<string>;
  /** Removes the token: after any 403, after signing in or out. */
  clear(): void;
  /** Removes the token and returns it; undefined when there is none. */
  take(): Promise<string> | undefined;
  /**
   * Sets the user of the page, null for a visitor. `onOther` is called when a token shows that another user has signed
   * in in another tab.
   */
  belongTo(userId: string | null, onOther: () => void): void;
}

/** Creates the cache; `now` returns the cache-busting timestamp in milliseconds. `first` is a token that is known. */
export function createCsrfTokens(transport: HttpTransport, now: () => number, first?: Promise<string>): CsrfTokens {
  let token = first;
  let owner: { userId: string | null; onOther: () => void } = { userId: null, onOther: () => undefined };

  async function load(): Promise<string> {
    const response = await transport.send({
      method: 'GET',
      path: `/api/csrf-token?_=${now()}`,
      headers: { Accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`no token: ${response.status}`);
    const { csrfToken, userId = null } = (await response.json()) as { csrfToken: string; userId?: string | null };
    if (owner.userId !== null && userId !== null && userId !== owner.userId) {
      owner.onOther();
      throw new ApiError('Another member has signed in in this browser, so this was not sent.', 409);
    }
    return csrfToken;
  }
  return {
    get() {
      token ??= load().catch((error: unknown) => {
        token = undefined;
        if (error instanceof ApiError) throw error;
        return crypto.randomUUID();
      });
      return token;
    },
    clear() {
      token = undefined;
    },
    take() {
      const taken = token;
      token = undefined;
      return taken;
    },
    belongTo(userId, onOther) {
      owner = { userId, onOther };
    },
  };
}
