import http from 'node:http';
import https from 'node:https';
import { EventEmitter } from 'node:events';
import { isSameSite } from './request-rules.ts';
import { createEvent } from './runtime.ts';
import type { FakeSession } from './session.ts';

/** What libraries pass: the parts of the address, as to Node's own modules. */
type LibraryOptions = Electron.ClientRequestConstructorOptions & { url?: never };

interface RequestOptions {
  url: string;
  session: FakeSession;
}
interface SocketOptions {
  session: FakeSession;
  origin?: string;
  headers?: Record<string, string>;
  useSessionCookies?: boolean;
}

/** The module `net`: requests that may sign in to a proxy, and websockets, both with the proxy of their session. */
export class FakeNet {
  WebSocket: typeof FakeWebSocket = FakeWebSocket;
  /** From now on a proxy on the way refuses every websocket. */
  refuseWebSockets(): void {
    this.WebSocket = class extends FakeWebSocket {
      protected override open(): Promise<void> {
        return Promise.reject(new Error('net::ERR_TUNNEL_CONNECTION_FAILED'));
      }
    };
  }
  /** From now on a proxy on the way accepts every websocket and drops it, as Chromium reports a lost connection. */
  dropWebSockets(): void {
    this.WebSocket = class extends FakeWebSocket {
      protected override async open(): Promise<void> {
        await Promise.resolve();
        this.onopen?.(createEvent({}));
        this.onclose?.(createEvent({ code: 1006, reason: '' }));
      }
    };
  }
  request(options: RequestOptions | LibraryOptions): unknown {
    if (options.url !== undefined) return new FakeClientRequest(options);
    const { session, redirect: _redirect, ...rest } = options;
    const { request } = rest.protocol === 'https:' ? https : http;
    const { proxy } = session as unknown as FakeSession;
    if (proxy !== null && rest.protocol === 'http:') return requestThrough(proxy, rest as http.RequestOptions);
    // Each request has a connection of its own, since the listeners of one would stay on a shared one.
    return request({ ...(rest as http.RequestOptions), agent: false });
  }
}

/** Sends a request to an HTTP proxy, which forwards it to the host in its target (RFC 9112, section 3.2.2). */
function requestThrough(proxy: string, options: http.RequestOptions): http.ClientRequest {
  const { hostname, port, path } = options;
  const target = `${hostname ?? ''}:${port ?? 80}`;
  const [proxyHost = '', proxyPort = ''] = proxy.split(':');
  return http.request({
    ...options,
    hostname: proxyHost,
    port: Number(proxyPort),
    path: `http://${target}${path ?? '/'}`,
    headers: { ...options.headers, Host: target },
    agent: false,
  });
}

/** A request of main; a proxy's challenge is its event `login`, with which the session stays signed in. */
class FakeClientRequest extends EventEmitter {
  private readonly options: RequestOptions;
  private readonly headers = new Headers();
  private readonly gone = new AbortController();

  constructor(options: RequestOptions) {
    super();
    this.options = options;
  }
  setHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  abort(): void {
    this.gone.abort();
    this.emit('abort');
  }
  end(): this {
    void this.run().catch((error: unknown) => {
      const message = error instanceof Error && error.message.startsWith('net::') ? error.message : 'net::ERR_FAILED';
      this.emit('error', new Error(message));
    });
    return this;
  }

  private async run(): Promise<void> {
    const { url, session } = this.options;
    let realm = await session.findProxyChallenge(url);
    while (realm !== null) {
      const credentials = await this.askLogin(session.proxy ?? '', realm);
      // Without credentials Chromium cannot open the tunnel.
      if (credentials === null) throw new Error('net::ERR_TUNNEL_CONNECTION_FAILED');
      session.signInToProxy(credentials);
      realm = await session.findProxyChallenge(url);
    }
    const init = { credentials: 'omit', headers: this.headers, signal: this.gone.signal } as const;
    const response = await session.fetch(url, { ...init, redirect: 'error' });
    const incoming = Object.assign(new EventEmitter(), { statusCode: response.status });
    this.emit('response', incoming);
    incoming.emit('data', Buffer.from(await response.arrayBuffer()));
    incoming.emit('end');
  }

  /** Asks for credentials; without a listener the request goes on without any. */
  private askLogin(proxy: string, realm: string): Promise<string | null> {
    const [host = '', port = ''] = proxy.split(':');
    return new Promise((resolve) => {
      const callback = (username?: string, password?: string): void =>
        resolve(username === undefined ? null : `${username}:${password ?? ''}`);
      const info = { isProxy: true, scheme: 'basic', host, port: Number(port), realm };
      if (!this.emit('login', info, callback)) callback();
    });
  }
}

/** A websocket of main; it reports no challenge, but uses what a request of its session signed in with. */
class FakeWebSocket {
  binaryType = 'nodebuffer';
  onopen: ((event: object) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onclose: ((event: object) => void) | null = null;
  private socket: WebSocket | undefined;
  private isClosed = false;

  constructor(url: string, options: SocketOptions) {
    void this.open(url, options).catch(() => this.fail());
  }
  get readyState(): number {
    return this.isClosed ? 3 : (this.socket?.readyState ?? 0);
  }
  send(data: string): void {
    this.socket?.send(data);
  }
  close(): void {
    this.isClosed = true;
    this.socket?.close();
  }

  protected async open(url: string, options: SocketOptions): Promise<void> {
    const { session, headers, useSessionCookies = false } = options;
    // electron_api_web_socket.cc, Create: the origin "is used as the request initiator (which affects SameSite cookie
    // matching) and the `Origin` header", by default that of the address over http or https.
    const page = url.replace(/^ws/, 'http');
    const initiator = options.origin ?? new URL(page).origin;
    const isOwnSite = isSameSite({ initiator, url: page });
    // Without useSessionCookies: kWebSocketOptionBlockAllCookies.
    const cookie = useSessionCookies ? await session.cookies.header(page, { isSameSite: isOwnSite }) : '';
    const way = await session.wayTo(url);
    if (this.isClosed) return;
    // Node's WebSocket takes headers beside what the standard has.
    const init = {
      headers: { ...headers, Origin: initiator, ...(cookie !== '' && { Cookie: cookie }) },
    } as unknown as string[];
    this.socket = new WebSocket(way, init);
    this.socket.addEventListener('open', () => this.onopen?.(createEvent({})));
    this.socket.addEventListener('message', ({ data }) => this.onmessage?.({ data }));
    this.socket.addEventListener('error', () => this.onerror?.(createEvent({})));
    this.socket.addEventListener('close', (event) => {
      this.isClosed = true;
      this.onclose?.(event);
    });
  }

  private fail(): void {
    this.isClosed = true;
    this.onerror?.(createEvent({}));
    this.onclose?.(createEvent({ code: 1006, reason: 'net::ERR_TUNNEL_CONNECTION_FAILED' }));
  }
}

/** The module `autoUpdater`, Electron's own updater; electron-updater reports through it that the app will quit. */
export class FakeAutoUpdater extends EventEmitter {}
