import { createHmac } from 'node:crypto';
import type { IceServer, IceServersView } from '#shared/api/calls.ts';
import { SECOND_MS } from '#shared/time.ts';

/** The servers of the operator: addresses and the secret that a TURN server shares. */
interface IceServerSettings {
  stunUrls: readonly string[];
  turnUrls: readonly string[];
  turnSecret: string | undefined;
  /** How long credentials are valid, in milliseconds. */
  credentialMs: number;
  /** Returns the address at which this server answers STUN; null when it does not. */
  ownStunUrl?: () => string | null;
}

/** The relay in a call, for one of its sides. */
export interface RelayUse {
  userId: string;
  /** Whether this side has confirmed its email address: otherwise it receives no credentials. */
  mayRelay: boolean;
  /** Whether both sides may use a relay. */
  canRelay: boolean;
}

/** Returns STUN and TURN servers for a user. */
export interface IceServers {
  /** Whether the operator has configured a TURN server. */
  readonly hasRelay: boolean;
  /** Returns the servers for a call; those that need no credentials without one. */
  list(use?: RelayUse): IceServersView;
}

/**
 * Creates the list of servers. Credentials of TURN servers are limited in time: the user name is the time of their end
 * and a pseudonym of the user, the password its HMAC with the shared secret (draft-uberti-behave-turn-rest-00, section
 * 2.2; `use-auth-secret` of coturn). No user can reach a TURN server without them, or after their end.
 */
export function createIceServers(
  { stunUrls, turnUrls, turnSecret, credentialMs, ownStunUrl }: IceServerSettings,
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
    list(use) {
      const isUsed = hasRelay && (use?.canRelay ?? true);
      if (!hasRelay || !use?.mayRelay) return { iceServers: listStun(), expiresAt: null, hasRelay: isUsed };
      const expiresAt = Math.floor((nowMs() + credentialMs) / SECOND_MS);
      const username = `${expiresAt}:${pseudonymOf(use.userId, turnSecret)}`;
      const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
      return {
        iceServers: [...listStun(), { urls: [...turnUrls], username, credential }],
        expiresAt: new Date(expiresAt * SECOND_MS).toISOString(),
        hasRelay: isUsed,
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
