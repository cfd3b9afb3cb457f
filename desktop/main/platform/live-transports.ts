import { net } from 'electron';
import { Fetch, WebSocket, type TransportCtor } from 'engine.io-client';
import { failBeforeHandshake } from '#shared/realtime/early-close.ts';
import type { AccountSession } from './account.ts';
import { fetchFromServer } from './server.ts';

/**
 * The transports of the live link in Chromium's network stack. They use the proxy and the certificates of the system as
 * requests do, and the credentials of a proxy; Node's sockets know none of them. Where a proxy refuses websockets or
 * drops them, the link polls.
 */
export function transportsOf(account: AccountSession): TransportCtor[] {
  class ChromiumWebSocket extends WebSocket {
    override createSocket(url: string): unknown {
      // Electron sends the server's own Origin when none is given, so that SameSite=Lax admits the cookies.
      return new net.WebSocket(url, { session: account, useSessionCookies: true });
    }
  }

  failBeforeHandshake(ChromiumWebSocket.prototype);

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

    private async request(init: RequestInit): Promise<string> {
      const response = await fetchFromServer(account, this.uri(), init);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response.text();
    }
  }

  return [ChromiumWebSocket, ChromiumPolling] as unknown as TransportCtor[];
}
