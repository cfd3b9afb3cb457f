import { EventEmitter } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { FakeCookies } from './cookies.ts';
import type { CaptureAsk } from './media.ts';
import { FakeDownloadItem } from './download-item.ts';
import { fetchAsMain } from './main-fetch.ts';
import { FakeProtocol, SchemeServer } from './protocol.ts';
import { createEvent, type Runtime } from './runtime.ts';
import { findChallenge, relayThrough } from './way.ts';

type PermissionAsk = { permission: string; requestingUrl: string; isMainFrame: boolean };
/** A page's contents; a test that asks without a page passes null. */
type Asker = object | null;
interface Details {
  requestingUrl: string;
  isMainFrame: boolean;
  securityOrigin?: string;
  mediaTypes?: string[];
  mediaType?: string;
}
type RequestHandler = (
  contents: Asker,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: Details,
) => void;
type CheckHandler = (contents: Asker, permission: string, origin: string, details: Details) => boolean;
type DisplayHandler = (
  request: { videoRequested: boolean; audioRequested: boolean },
  answer: (streams: Electron.Streams | null) => void,
) => void;

/** A session: a cookie jar and a protocol of its own, and a browser context as its storage. */
export class FakeSession extends EventEmitter {
  readonly cookies = new FakeCookies();
  readonly protocol = new FakeProtocol();
  readonly isPersistent: boolean;
  /** The spell checker as Electron starts it on Windows and Linux. */
  readonly spellChecker: { isEnabled: boolean; dictionaryUrl: string; languages?: string[]; words?: string[] } = {
    isEnabled: true,
    dictionaryUrl: 'https://redirector.gvt1.com/edgedl/chrome/dict/',
  };
  /** What was set of the network and of downloads. */
  readonly requested = { proxy: {} as Electron.ProxyConfig, downloadPath: null as string | null, refused: 0 };
  private readonly runtime: Runtime;
  private readonly opening = new Set<Promise<void>>();
  private server: SchemeServer | undefined;
  private opened: Promise<{ context: BrowserContext; server: SchemeServer }> | undefined;
  private requestHandler: RequestHandler | null = null;
  private checkHandler: CheckHandler | null = null;
  private displayHandler: DisplayHandler | null = null;
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
  setDisplayMediaRequestHandler(handler: DisplayHandler | null): void {
    this.displayHandler = handler;
  }
  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.spellChecker.isEnabled = isEnabled;
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.spellChecker.dictionaryUrl = url;
  }
  /** Languages with a dictionary, as Electron lists them. */
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr'];
  setSpellCheckerLanguages(languages: string[]): void {
    const unknown = languages.find((code) => !this.availableSpellCheckerLanguages.includes(code));
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`);
    this.spellChecker.languages = languages;
  }
  getSpellCheckerLanguages = (): string[] => this.spellChecker.languages ?? [];
  addWordToSpellCheckerDictionary(word: string): boolean {
    (this.spellChecker.words ??= []).push(word);
    return this.isPersistent;
  }
  /** Offers a download to the app. Returns null when the app refuses it. */
  offerDownload(name: string): FakeDownloadItem | null {
    const item = new FakeDownloadItem(name);
    const event = createEvent({});
    this.emit('will-download', event, item, null, null);
    return event.defaultPrevented ? null : item;
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

  /**
   * What Electron does for a page that captures: it asks the request handler, and for devices the check handler, at
   * first without a type; then the display handler. Returns the source of a shared screen, otherwise whether it is
   * granted.
   */
  async capture(
    contents: Asker,
    { type, mediaTypes }: CaptureAsk,
    frame: { requestingUrl: string; isMainFrame: boolean },
  ): Promise<boolean | string> {
    const origin = `${frame.requestingUrl.split('/').slice(0, 3).join('/')}/`;
    const details = { ...frame, securityOrigin: origin };
    const isChecked = (more: { mediaType?: string }): boolean =>
      this.checkHandler?.(contents, 'media', origin, { ...details, ...more }) ?? true;
    const areTypesChecked = (): boolean => mediaTypes.every((mediaType) => isChecked({ mediaType }));
    if (type === 'check') return areTypesChecked();
    const permission = type === 'share' ? 'display-capture' : 'media';
    const isGranted = await new Promise<boolean>((resolve) =>
      this.requestHandler
        ? this.requestHandler(contents, permission, resolve, { ...details, mediaTypes })
        : resolve(true),
    );
    if (type === 'open') return isGranted && isChecked({}) && areTypesChecked();
    const { displayHandler } = this;
    if (!isGranted || !displayHandler) return false;
    const streams = await new Promise<Electron.Streams | null>((resolve) =>
      displayHandler({ videoRequested: true, audioRequested: mediaTypes.includes('audio') }, resolve),
    );
    if (streams && !streams.video) throw new TypeError('Video was requested, but no video stream was provided');
    return streams?.video && 'id' in streams.video ? String(streams.video.id) : false;
  }
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.requested.proxy = config;
    this.proxyRules = config.mode === 'fixed_servers' ? (config.proxyRules ?? null) : null;
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

  /** A request of main with this session's cookies. */
  fetch = (url: string, init: RequestInit = {}): Promise<Response> => fetchAsMain(this, url, init);

  async clearStorageData({ storages }: { storages?: string[] } = {}): Promise<void> {
    if (!storages || storages.includes('cookies')) this.cookies.clear();
    if (!this.opened || (storages && !storages.includes('localstorage'))) return;
    const { context, server } = await this.opened;
    // Also without a page of the app. What a page has in its own sessionStorage stays, as in Electron.
    const page = await context.newPage();
    const types = 'local_storage,indexeddb,cache_storage,file_systems,service_workers,shader_cache';
    const devTools = await context.newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: types });
    await page.close();
  }

  setDownloadPath(path: string): void {
    this.requested.downloadPath = path;
  }
  async closeAllConnections(): Promise<void> {}
  async clearAuthCache(): Promise<void> {}
  async clearHostResolverCache(): Promise<void> {}
  async clearCodeCaches(): Promise<void> {}
  async clearSharedDictionaryCache(): Promise<void> {}

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

  /** Waits for a page that is being opened before the session closes. */
  keepOpenFor(page: Promise<unknown>): void {
    const settled = page.then(
      () => undefined,
      () => undefined,
    );
    this.opening.add(settled);
    void settled.then(() => this.opening.delete(settled));
  }

  async close(): Promise<void> {
    if (!this.opened) return;
    const { context, server } = await this.opened;
    // Playwright fails outside of every promise when a context closes while one of its pages is set up.
    await Promise.all(this.opening);
    await context.close();
    await server.close();
  }

  private async start(): Promise<{ context: BrowserContext; server: SchemeServer }> {
    this.server = await SchemeServer.start(this.protocol);
    const context = await this.runtime.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    // The handlers of the session decide, not Chromium.
    await context.grantPermissions(['camera', 'microphone'], { origin: this.server.origin });
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
