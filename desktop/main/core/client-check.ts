import { compareVersions } from '#shared/version.ts';
import { HOUR_MS } from '#shared/time.ts';
import { readMeta, type MetaResponse } from './server-address.ts';

/** How often the client asks the server for the oldest version that it serves, beside each start. */
export const CLIENT_CHECK_EVERY_MS = 4 * HOUR_MS;

/** Whether the chosen server still serves this version of the client. */
export interface ClientCheck {
  /** Oldest version that the server serves when this one is older; null otherwise. */
  readonly requiredVersion: string | null;
  /** Asks the server. A server that does not respond changes nothing; a check that is running is not repeated. */
  check(): Promise<void>;
  /** Another server was chosen, which serves this version. */
  accept(): void;
}

/** Creates the check; `onResult` receives the required version after each response. */
export function createClientCheck(parts: {
  fetchMeta: (origin: string) => Promise<MetaResponse>;
  serverUrl: () => string | null;
  appVersion: string;
  onResult: (requiredVersion: string | null) => void;
  /** Receives the address of the server's folder with updates after each response; null when it has none. */
  onUpdateFeed: (feed: string | null) => void;
}): ClientCheck {
  let requiredVersion: string | null = null;
  let running: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const origin = parts.serverUrl();
    const meta = origin === null ? null : readMeta(await parts.fetchMeta(origin));
    if (meta === null || origin !== parts.serverUrl()) return;
    requiredVersion = compareVersions(parts.appVersion, meta.minClient) < 0 ? meta.minClient : null;
    parts.onResult(requiredVersion);
    parts.onUpdateFeed(typeof meta.updateFeed === 'string' ? meta.updateFeed : null);
  };
  return {
    get requiredVersion() {
      return requiredVersion;
    },
    check: () => (running ??= ask().finally(() => (running = undefined))),
    accept: () => {
      requiredVersion = null;
    },
  };
}
