import type { NetworkCalls } from '#shared/bridge/network.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { createProxyLogin, type ProxyRequest } from './core/proxy-login.ts';
import type { MetaResponse } from './core/server-address.ts';
import { setProxy, type AccountSession } from './platform/account.ts';
import { sendToWindows } from './platform/ipc.ts';
import { fetchMeta } from './platform/network.ts';

/** Shortest time between two tries to open the way to the server, in milliseconds. */
const TRY_EVERY_MS = 5 * SECOND_MS;

/** The way to the server. */
export interface Network {
  /** Prepares the session of an account, before its first request. */
  use(account: AccountSession): Promise<void>;
  /** Starts a request of another part, which a proxy may challenge. */
  beginRequest(): ProxyRequest;
  /** Asks a server for its versions; signs in to a proxy on the way when it requires that. */
  fetchMeta(origin: string): Promise<MetaResponse>;
  /** A request has failed: signs in to a proxy when that is the reason. */
  onFailure(): void;
  /** The member tries again: asks for a sign-in to a proxy even if it was cancelled before. */
  retry(): void;
  handlers: HandlersOf<NetworkCalls>;
}

/** Creates the way to the server; `proxy` has the values of the policy. */
export function createNetwork(parts: {
  proxy: string;
  account: () => AccountSession;
  serverUrl: () => string | null;
}): Network {
  const login = createProxyLogin({
    onChallenge: (challenge) => sendToWindows('proxyChallenge', challenge),
    now: () => Date.now(),
  });
  const ask = (origin: string): Promise<MetaResponse> => fetchMeta(parts.account(), origin, login.begin());
  let triedAtMs = 0;
  let isTrying = false;
  return {
    use: (account) => setProxy(account, parts.proxy),
    beginRequest: login.begin,
    fetchMeta: ask,
    onFailure: () => {
      const origin = parts.serverUrl();
      if (origin === null || isTrying || Date.now() - triedAtMs < TRY_EVERY_MS) return;
      isTrying = true;
      triedAtMs = Date.now();
      void ask(origin).finally(() => {
        isTrying = false;
      });
    },
    retry: login.allow,
    handlers: {
      retryNetwork: login.allow,
      getProxyChallenge: () => login.challenge,
      answerProxyChallenge: (credentials) => login.settle(credentials),
    },
  };
}
