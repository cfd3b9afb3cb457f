import { SECOND_MS } from '#shared/time.ts';
import { sessionIdOf } from './session-cookie.ts';

/** How long a token without a user is remembered, in milliseconds. */
const REMEMBER_MS = 10 * SECOND_MS;

/** Most tokens that are remembered; they are all forgotten when this number is reached. */
const TOKENS_MAX = 20_000;

/**
 * Remembers which session tokens had no user, so that repeated handshakes with them cost no query. Such a token never
 * gets a user: a sign-in starts a new session. `nowMs` is a monotonic clock in milliseconds.
 */
export function createSignedOutTokens(nowMs: () => number = () => performance.now()) {
  const untilMs = new Map<string, number>();
  return {
    has: (token: string): boolean => (untilMs.get(sessionIdOf(token)) ?? 0) > nowMs(),
    add(token: string): void {
      if (untilMs.size >= TOKENS_MAX) untilMs.clear();
      untilMs.set(sessionIdOf(token), nowMs() + REMEMBER_MS);
    },
  };
}
