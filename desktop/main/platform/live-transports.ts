import { net } from 'electron';
import { Fetch, WebSocket, type TransportCtor } from 'engine.io-client';
import { APP_ORIGIN } from '../core/app-files.ts';
import type { AccountSession } from './account.ts';

/**
 * The transports of the live link in Chromium's network stack. They use the proxy and the certificates of the system as
 * requests do, and the credentials of a proxy; Node's sockets know none of them. Where a proxy refuses websockets, the
 * link polls.
 */
export function transportsOf(account: AccountSession): TransportCtor[] {
  class ChromiumWebSocket extends WebSocket {
    override createSocket(url: string, _protocols: unknown, options: { headers?: Record<string, string> }): unknown {
      // The cookies are set as a header: for Chromium this is a request from another site, which SameSite=Lax excludes.
      return new net.WebSocket(url, { session: account, origin: APP_ORIGIN, headers: options.headers ?? {} });
    }
  }

  class ChromiumPolling extends Fetch {
    override doPoll(): void {
      this.request({}).then(
        (data) => this.onData(data),
        (error: Error) => this.onError('poll error', error),
      );
    }

    override doWrite(data: string, callback: () => void): void {
      const headers = { 'Content-Type': 'text/plain;charset=UTF-8' };
      this.request({ method: 'POST', body: data, headers }).then(callback, (error: Error) =>
        this.onError('poll error', error),
      );
    }

    private async request(init: { method?: string; body?: string; headers?: Record<string, string> }): Promise<string> {
      const headers = { ...init.headers, Origin: APP_ORIGIN };
      const response = await account.fetch(this.uri(), { ...init, headers, credentials: 'include' });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response.text();
    }
  }

  return [ChromiumWebSocket, ChromiumPolling] as unknown as TransportCtor[];
}
