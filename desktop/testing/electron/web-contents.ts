import { EventEmitter } from 'node:events';
import type { Frame, Page, Request, Route } from 'playwright-core';
import { toFakeFrame, type FakeIpcMain } from './ipc.ts';
import { CAPTURE_BINDING, CAPTURE_FRAME, type CaptureAsk } from './media.ts';
import type { SchemeServer } from './protocol.ts';
import { createEvent } from './runtime.ts';
import type { FakeSession } from './session.ts';

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

/** What the page of a window is made of. */
interface ContentsParts {
  id: number;
  session: FakeSession;
  ipc: FakeIpcMain;
  preload: string;
  preferences: Electron.WebPreferences;
}

/** What is on a window's page: a real page of Chromium, driven from main. */
export class FakeWebContents extends EventEmitter {
  readonly session: FakeSession;
  readonly id: number;
  /** What Electron keeps to itself and a test wants to know. */
  readonly requested = {
    zoomFactor: 1,
    /** Whether the page plays sound; a test sets it. */
    isAudible: false,
    denied: [] as string[],
    replaced: [] as string[],
    copiedAt: [] as { x: number; y: number }[],
    downloads: [] as string[],
  };
  readonly navigationHistory = {
    goBack: (): void => void this.page?.goBack().catch(() => {}),
    goForward: (): void => void this.page?.goForward().catch(() => {}),
  };
  private readonly opened: Promise<{ page: Page; server: SchemeServer }>;
  private server: SchemeServer | undefined;
  private page: Page | undefined;
  private isGone = false;
  private readonly preferences: Electron.WebPreferences;
  private openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor({ id, session, ipc, preload, preferences }: ContentsParts) {
    super();
    this.id = id;
    this.session = session;
    this.preferences = preferences;
    this.opened = this.open(ipc, preload);
    session.keepOpenFor(this.opened);
    // A failure shows where the page is waited for.
    this.opened.catch(() => {});
  }

  isDestroyed = (): boolean => this.isGone;
  isCurrentlyAudible(): boolean {
    this.assertAlive();
    return this.requested.isAudible;
  }
  /** What Electron applies, with its defaults. */
  getLastWebPreferences(): Electron.WebPreferences {
    const defaults = {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    };
    return { ...defaults, ...this.preferences };
  }
  getURL(): string {
    this.assertAlive();
    return this.page && this.server ? this.server.toAppUrl(this.page.url()) : '';
  }
  send(channel: string, ...args: unknown[]): void {
    this.assertAlive();
    const cloned = structuredClone(args);
    // What is sent to a page that is being replaced is lost, as in Electron.
    void this.page
      ?.evaluate(
        ([name, values]) =>
          (globalThis as { __shellDeliver?: (...all: unknown[]) => void }).__shellDeliver?.(name, values),
        [channel, cloned] as const,
      )
      .catch(() => {});
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.assertAlive();
    this.openHandler = handler;
  }
  setZoomFactor(factor: number): void {
    this.assertAlive();
    this.requested.zoomFactor = factor;
  }
  getZoomFactor = (): number => this.requested.zoomFactor;
  replaceMisspelling(text: string): void {
    this.requested.replaced.push(text);
  }
  copyImageAt(x: number, y: number): void {
    this.requested.copiedAt.push({ x, y });
  }
  downloadURL(url: string): void {
    this.requested.downloads.push(url);
  }
  reload(): void {
    this.assertAlive();
    this.startNavigation();
    void this.page?.reload().catch(() => {});
  }
  forcefullyCrashRenderer(): void {
    void this.crash('killed');
  }

  async loadURL(url: string): Promise<void> {
    this.assertAlive();
    this.startNavigation();
    const { page, server } = await this.opened;
    await page.goto(server.toBrowserUrl(url)).catch((error: unknown) => {
      if (!this.isGone) throw error;
    });
  }

  /** The page behind it; a test acts on it as a person would. */
  async whenOpen(): Promise<Page> {
    return (await this.opened).page;
  }

  /** Crashes the renderer: its page closes and main receives the event. */
  async crash(reason: 'crashed' | 'killed' | 'oom' = 'crashed'): Promise<void> {
    const { page } = await this.opened;
    const url = page.url();
    await page.goto('about:blank');
    // Reloading after a crash loads what was shown before it.
    this.reload = () => void page.goto(url).catch(() => {});
    this.emit('render-process-gone', createEvent({}), { reason, exitCode: 1 });
  }

  async destroy(): Promise<void> {
    if (this.isGone) return;
    this.isGone = true;
    this.emit('destroyed');
    // The browser may end before the page of a window that was destroyed at once is open.
    const opened = await this.opened.catch(() => undefined);
    await opened?.page.close().catch(() => {});
  }

  private async open(ipc: FakeIpcMain, preload: string): Promise<{ page: Page; server: SchemeServer }> {
    const { context, server } = await this.session.open();
    const page = await context.newPage();
    this.page = page;
    this.server = server;
    await page.exposeBinding('__shellInvoke', async ({ frame }, channel: string, args: unknown[]) => {
      try {
        return {
          value: await ipc.invoke({ frame: toFakeFrame(frame, server.toAppUrl), webContents: this }, channel, args),
        };
      } catch (error) {
        return { error: (error as Error).message };
      }
    });
    await page.exposeBinding(CAPTURE_BINDING, ({ frame }, ask: CaptureAsk) => {
      const { url: requestingUrl, parent } = toFakeFrame(frame, server.toAppUrl);
      return this.session.capture(this, ask, { requestingUrl, isMainFrame: parent === null });
    });
    await page.addInitScript(CAPTURE_FRAME);
    if (preload !== '') await page.addInitScript(preload);
    // A function would be called for each request of the page.
    await context.route(new RegExp(`^(?!${server.origin.replaceAll('.', String.raw`\.`)}/)`), (route) =>
      this.leave(route),
    );
    page.on('domcontentloaded', () => this.emit('dom-ready', createEvent({})));
    // A page that a page opens is never kept: the handler is asked as its first request comes.
    page.on('popup', (popup) => void popup.close().catch(() => {}));
    page.on('download', (download) => {
      const item = this.session.offerDownload(download.suggestedFilename());
      if (!item) this.session.requested.refused += 1;
      void (item ? item.saveFrom(download) : download.cancel()).catch(() => {});
    });
    page.on('load', () => !this.isGone && this.emit('did-finish-load', createEvent({})));
    return { page, server };
  }

  /** A request that leaves the app's own origin: a navigation is the app's to judge, everything else has no network. */
  private async leave(route: Route): Promise<void> {
    const request = route.request();
    const url = request.url();
    if (!request.isNavigationRequest()) return route.abort();
    const frame = frameOf(request);
    if (frame?.page() !== this.page) {
      if (this.openHandler({ url }).action === 'deny') this.requested.denied.push(url);
      return route.abort();
    }
    const isMainFrame = frame?.parentFrame() === null;
    const event = createEvent({ url, isMainFrame, isSameDocument: false });
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event, url);
    if (event.defaultPrevented) this.requested.denied.push(url);
    // Without a document the page stays as it is, as a prevented navigation leaves it.
    return event.defaultPrevented ? route.fulfill({ status: 204 }) : route.abort();
  }

  private startNavigation(): void {
    this.emit('did-start-navigation', createEvent({ isMainFrame: true, isSameDocument: false }));
  }
  private assertAlive(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
  }
}

/** The frame of a request; undefined for the first one of a page that is only being opened. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}
