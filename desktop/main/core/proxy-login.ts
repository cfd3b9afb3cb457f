import type { ProxyChallenge, ProxyCredentials } from '#shared/bridge/network.ts';
import { MINUTE_MS } from '#shared/time.ts';

/** How long a member who cancelled the sign-in to a proxy is not asked again. */
const CANCEL_MS = MINUTE_MS;

/** One request that a proxy challenges, once or, after a wrong password, again. */
export interface ProxyRequest {
  /** Returns the credentials to try; null to give up. */
  answer(challenge: Omit<ProxyChallenge, 'isRetry'>): Promise<ProxyCredentials | null>;
}

/** The sign-in to proxies. */
export interface ProxyLogin {
  /** The challenge that a member has to answer; null when there is none. */
  readonly challenge: ProxyChallenge | null;
  /** Starts a request that a proxy may challenge. */
  begin(): ProxyRequest;
  /** A member answers the challenge; null cancels it. */
  settle(credentials: ProxyCredentials | null): void;
  /** A member tries again: a sign-in that was cancelled is asked for again. */
  allow(): void;
}

/**
 * Creates the sign-in to proxies. Credentials stay in memory and are used for every further request through the same
 * proxy. A request that they do not satisfy makes the member enter them again.
 */
export function createProxyLogin(ports: {
  /** The challenge to show has changed; null when there is none. */
  onChallenge: (challenge: ProxyChallenge | null) => void;
  now: () => number;
}): ProxyLogin {
  const known = new Map<string, ProxyCredentials>();
  let open: { key: string; challenge: ProxyChallenge; settled: Promise<ProxyCredentials | null> } | null = null;
  let finish: (credentials: ProxyCredentials | null) => void = () => undefined;
  let cancelledAtMs = -Infinity;

  const ask = (key: string, challenge: ProxyChallenge): Promise<ProxyCredentials | null> => {
    // All requests of one moment share one question.
    if (open) return open.key === key ? open.settled : Promise.resolve(null);
    if (ports.now() - cancelledAtMs < CANCEL_MS) return Promise.resolve(null);
    const settled = new Promise<ProxyCredentials | null>((resolve) => {
      finish = resolve;
    });
    open = { key, challenge, settled };
    ports.onChallenge(challenge);
    return settled;
  };

  return {
    get challenge() {
      return open?.challenge ?? null;
    },
    begin: () => {
      let tried: ProxyCredentials | undefined;
      return {
        async answer({ proxy, realm }) {
          const key = `${proxy} ${realm}`;
          const stored = known.get(key);
          if (stored && stored !== tried) return (tried = stored);
          if (stored) known.delete(key);
          const entered = await ask(key, { proxy, realm, isRetry: tried !== undefined });
          if (entered) tried = entered;
          return entered;
        },
      };
    },
    settle: (credentials) => {
      if (!open) return;
      if (credentials) known.set(open.key, credentials);
      else cancelledAtMs = ports.now();
      open = null;
      ports.onChallenge(null);
      finish(credentials);
    },
    allow: () => {
      cancelledAtMs = -Infinity;
    },
  };
}
