import { EventEmitter } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { FakeCookies } from './cookies.ts';
import { FakeProtocol, SchemeServer } from './protocol.ts';
import type { Runtime } from './runtime.ts';
import { findChallenge, relayThrough } from './way.ts';

type PermissionAsk = { permission: string; requestingUrl: string; isMainFrame: boolean };
type RequestHandler = (
  contents: null,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: { requestingUrl: string; isMainFrame: boolean },
) => void;
type CheckHandler = (
  contents: null,
  permission: string,
  origin: string,
  details: { requestingUrl: string; isMainFrame: boolean },
) => boolean;

/** A session: a cookie jar and a protocol of its own, and a browser context as its storage. */
export class FakeSession extends EventEmitter {
  readonly cookies = new FakeCookies();
  readonly protocol = new FakeProtocol();
  readonly isPersistent: boolean;
  /** The spell checker as Electron starts it on Windows and Linux. */
  readonly spellChecker = { isEnabled: true, dictionaryUrl: 'https://redirector.gvt1.com/edgedl/chrome/dict/' };
  private readonly runtime: Runtime;
  private server: SchemeServer | undefined;
  private opened: Promise<{ context: BrowserContext; server: SchemeServer }> | undefined;
  private requestHandler: RequestHandler | null = null;
  private checkHandler: CheckHandler | null = null;
  /** What `setProxy` chose instead of the system's proxy. */
  private proxyRules: string | null = null;
  private proxyLogin: string | undefined;
  private deviceHandler: ((details: object) => boolean) | null = null;

  constructor(runtime: Runtime, isPersistent: boolean) {
    super();
    this.runtime = runtime;
    this.isPersistent = isPersistent;
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.requestHandler = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.checkHandler = handler;
  }
  setDevicePermissionHandler(handler: ((details: object) => boolean) | null): void {
    this.deviceHandler = handler;
  }
  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.spellChecker.isEnabled = isEnabled;
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.spellChecker.dictionaryUrl = url;
  }
  /** What Electron would answer a page: without handlers everything is granted. */
  judge({ permission, requestingUrl, isMainFrame }: PermissionAsk): {
    request: boolean;
    check: boolean;
    device: boolean;
  } {
    let isGranted = this.requestHandler === null;
    this.requestHandler?.(null, permission, (answer) => (isGranted = answer), { requestingUrl, isMainFrame });
    const origin = requestingUrl.split('/').slice(0, 3).join('/');
    return {
      request: isGranted,
      check: this.checkHandler?.(null, permission, origin, { requestingUrl, isMainFrame }) ?? true,
      device: this.deviceHandler?.({}) ?? true,
    };
  }

  async setProxy({ mode, proxyRules = '' }: Electron.ProxyConfig): Promise<void> {
    this.proxyRules = mode === 'system' ? null : proxyRules;
  }
  /** Host and port of the proxy that is used now; null without one. */
  get proxy(): string | null {
    return this.proxyRules ?? this.runtime.systemProxy ?? null;
  }
  /** The network stack has credentials for the proxy, until the app quits. */
  signInToProxy(login: string): void {
    this.proxyLogin = login;
  }
  /** Realm of the proxy, when it does not let this session through to an address. */
  async findProxyChallenge(url: string): Promise<string | null> {
    return this.proxy === null ? null : findChallenge(this.proxy, url, this.proxyLogin);
  }
  /** The address that leads to `url` through the proxy. */
  async wayTo(url: string): Promise<string> {
    return this.proxy === null ? url : relayThrough(this.proxy, url, this.proxyLogin);
  }

  /** A request of main with this session's cookies. Chromium calls a request with a foreign origin cross-site. */
  fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const hasCookies = init.credentials !== 'omit';
    const cookie = hasCookies ? await this.cookies.header(url) : '';
    if (cookie !== '') headers.set('Cookie', cookie);
    headers.set('Sec-Fetch-Site', headers.has('Origin') ? 'cross-site' : 'none');
    if ((await this.findProxyChallenge(url)) !== null) throw new TypeError('net::ERR_TUNNEL_CONNECTION_FAILED');
    const response = await fetch(await this.wayTo(url), { ...init, headers });
    if (hasCookies) for (const header of response.headers.getSetCookie()) this.cookies.take(url, header);
    return response;
  };

  async clearStorageData({ storages }: { storages?: string[] } = {}): Promise<void> {
    if (!storages || storages.includes('cookies')) this.cookies.clear();
    if (!this.opened || (storages && !storages.includes('localstorage'))) return;
    const { context } = await this.opened;
    for (const page of context.pages()) {
      await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
      });
    }
  }

  async clearCache(): Promise<void> {
    if (!this.opened) return;
    const { context } = await this.opened;
    const [page] = context.pages();
    if (page) await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  }

  /** The browser context behind this session and the address its scheme is served at. */
  open(): Promise<{ context: BrowserContext; server: SchemeServer }> {
    this.opened ??= this.start();
    return this.opened;
  }

  async close(): Promise<void> {
    if (!this.opened) return;
    const { context, server } = await this.opened;
    await context.close();
    await server.close();
  }

  private async start(): Promise<{ context: BrowserContext; server: SchemeServer }> {
    this.server = await SchemeServer.start(this.protocol);
    const context = await this.runtime.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    return { context, server: this.server };
  }
}

/** The module `session`. */
export class FakeSessions {
  readonly defaultSession: FakeSession;
  private readonly runtime: Runtime;
  private readonly partitions = new Map<string, FakeSession>();

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    this.defaultSession = this.fromPartition('persist:default');
  }

  fromPartition(partition: string): FakeSession {
    const known = this.partitions.get(partition);
    if (known) return known;
    const session = new FakeSession(this.runtime, partition.startsWith('persist:'));
    this.partitions.set(partition, session);
    return session;
  }

  /** Every session that was opened, by its partition. */
  all(): ReadonlyMap<string, FakeSession> {
    return this.partitions;
  }
}
