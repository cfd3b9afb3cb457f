import type { BridgeTable, EventTable } from './page.ts';

/** A proxy on the way to the server that requires a sign-in. */
export interface ProxyChallenge {
  /** Host and port of the proxy. */
  proxy: string;
  /** What the proxy calls itself; may be empty. */
  realm: string;
  /** True when the proxy has just refused a username and password. */
  isRetry: boolean;
}

/** A username and password for a proxy. They stay in the memory of the main process. */
export interface ProxyCredentials {
  username: string;
  password: string;
}

/** Calls about the network: arguments and result of each. */
export interface NetworkCalls {
  /** Returns the proxy that requires a sign-in now; null when none does. */
  getProxyChallenge: { args: []; result: ProxyChallenge | null };
  /** Signs in to the proxy of the challenge; null cancels the requests that need it. */
  answerProxyChallenge: { args: [credentials: ProxyCredentials | null]; result: void };
  /** The member tries again: the next request asks for a sign-in that was cancelled before. */
  retryNetwork: { args: []; result: void };
}

/** Events about the network. */
export interface NetworkEvents {
  /** A proxy requires a sign-in; null when it no longer does. */
  proxyChallenge: ProxyChallenge | null;
}

/** The page that may make each call. */
export const NETWORK_CALLS: BridgeTable<NetworkCalls> = {
  getProxyChallenge: 'app',
  answerProxyChallenge: 'app',
  retryNetwork: 'app',
};

/** The page that receives each event. */
export const NETWORK_EVENTS: EventTable<NetworkEvents> = { proxyChallenge: 'app' };
