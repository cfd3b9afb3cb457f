import { createHmac } from 'node:crypto';
import type { IceServer, IceServersView } from '#shared/api/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { SECOND_MS } from '#shared/time.ts';

/** The servers of the operator: addresses and the secret that a TURN server shares. */
interface IceServerSettings {
  stunUrls: readonly string[];
  turnUrls: readonly string[];
  turnSecret: string | undefined;
  /** Returns the address at which this server answers STUN; null when it does not. */
  ownStunUrl?: () => string | null;
}

/** Returns STUN and TURN servers for a user. */
export interface IceServers {
  /** Whether the operator has configured a TURN server. */
  readonly hasRelay: boolean;
  list(userId: string): IceServersView;
}

/**
 * Creates the list of servers. Credentials of TURN servers are limited in time: the user name is the time of their end
 * and a pseudonym of the user, the password its HMAC with the shared secret (draft-uberti-behave-turn-rest-00, section
 * 2.2; `use-auth-secret` of coturn). No user can reach a TURN server without them, or after their end.
 */
export function createIceServers(
  { stunUrls, turnUrls, turnSecret, ownStunUrl }: IceServerSettings,
  nowMs: () => number,
): IceServers {
  const listStun = (): IceServer[] => {
    const own = ownStunUrl?.() ?? null;
    const urls = own === null ? [...stunUrls] : [...stunUrls, own];
    return urls.length === 0 ? [] : [{ urls }];
  };
  const hasRelay = turnUrls.length > 0 && turnSecret !== undefined;
  return {
    hasRelay,
    list(userId) {
      if (!hasRelay) return { iceServers: listStun(), expiresAt: null, hasRelay };
      const expiresAt = Math.floor((nowMs() + CALL_LIMITS.credentialMs) / SECOND_MS);
      const username = `${expiresAt}:${pseudonymOf(userId, turnSecret)}`;
      const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
      return {
        iceServers: [...listStun(), { urls: [...turnUrls], username, credential }],
        expiresAt: new Date(expiresAt * SECOND_MS).toISOString(),
        hasRelay,
      };
    },
  };
}

/**
 * The name is sent unencrypted to the TURN server, which logs it, so that it is not the id. It stays the same, since
 * coturn limits the allocations of each name (`user-quota`).
 */
function pseudonymOf(userId: string, turnSecret: string): string {
  return createHmac('sha256', turnSecret).update(`user:${userId}`).digest('base64url').slice(0, 22);
}
