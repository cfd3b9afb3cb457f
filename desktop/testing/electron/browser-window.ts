import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { FakeApp } from './app.ts';
import { PRELOAD_FRAME, type FakeIpcMain } from './ipc.ts';
import type { FakeNativeTheme } from './native-theme.ts';
import { createEvent, type Rectangle } from './runtime.ts';
import type { FakeSessions } from './session.ts';
import { FakeWebContents } from './web-contents.ts';

type WindowSurface = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'hide'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'restore'
  | 'setBackgroundColor'
  | 'setBounds'
  | 'setOverlayIcon'
  | 'setProgressBar'
  | 'show'
>;

/** The class `BrowserWindow` of one launch: each window is a page of Chromium. */
export function createBrowserWindow({
  app,
  ipc,
  sessions,
  nativeTheme,
}: {
  app: FakeApp;
  ipc: FakeIpcMain;
  sessions: FakeSessions;
  nativeTheme: FakeNativeTheme;
}) {
  const windows: FakeBrowserWindow[] = [];
  let lastId = 0;

  class FakeBrowserWindow extends EventEmitter implements WindowSurface {
    static getAllWindows = (): FakeBrowserWindow[] => [...windows];
    static getFocusedWindow = (): FakeBrowserWindow | null => windows.find((window) => window.hasFocus) ?? null;
    static fromWebContents = (contents: unknown): FakeBrowserWindow | null =>
      windows.find((window) => window.contents === contents) ?? null;

    readonly id = (lastId += 1);
    /** What it was made with; a test checks the hardening on it. */
    readonly options: Electron.BrowserWindowConstructorOptions;
    backgroundColor: string;
    /** What the taskbar shows: the description of the overlay, and the progress. */
    readonly taskbar = { overlay: '', progress: -1 };
    private readonly contents: FakeWebContents;
    private bounds: Rectangle;
    private isGone = false;
    private isShown: boolean;
    private hasFocus = false;
    private size: 'normal' | 'minimized' | 'maximized' = 'normal';

    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      super();
      if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
      this.options = options;
      this.isShown = options.show ?? true;
      this.backgroundColor = options.backgroundColor ?? '#FFFFFF';
      this.bounds = {
        x: options.x ?? 0,
        y: options.y ?? 0,
        width: options.width ?? 800,
        height: options.height ?? 600,
      };
      const preferences = options.webPreferences ?? {};
      const session =
        (preferences.session as unknown as FakeWebContents['session'] | undefined) ?? sessions.defaultSession;
      const preload = preferences.preload === undefined ? '' : PRELOAD_FRAME(readFileSync(preferences.preload, 'utf8'));
      this.contents = new FakeWebContents({ id: this.id, session, ipc, preload });
      this.contents.once('dom-ready', () => !this.isGone && this.emit('ready-to-show', createEvent({})));
      void this.contents.whenOpen().then((page) => this.fit(page));
      windows.push(this);
      app.emit('web-contents-created', createEvent({}), this.contents);
      app.emit('browser-window-created', createEvent({}), this);
    }

    get webContents(): FakeWebContents {
      return this.contents;
    }
    isDestroyed = (): boolean => this.isGone;
    isVisible = (): boolean => this.isShown;
    isFocused = (): boolean => this.hasFocus;
    isMinimized = (): boolean => this.size === 'minimized';
    isMaximized = (): boolean => this.size === 'maximized';
    getBounds = (): Rectangle => ({ ...this.alive().bounds });
    getNormalBounds = (): Rectangle => ({ ...this.alive().bounds });
    setBounds(bounds: Partial<Rectangle>): void {
      this.alive().bounds = { ...this.bounds, ...bounds };
      void this.contents.whenOpen().then((page) => page.setViewportSize(this.bounds));
      this.emit('resize', createEvent({}));
    }
    setBackgroundColor(color: string): void {
      this.alive().backgroundColor = color;
    }
    setOverlayIcon(overlay: unknown, description: string): void {
      this.alive().taskbar.overlay = overlay === null ? '' : description;
    }
    setProgressBar(progress: number): void {
      this.alive().taskbar.progress = progress;
    }
    show(): void {
      this.alive().isShown = true;
      this.emit('show', createEvent({}));
      this.focus();
    }
    hide(): void {
      this.alive().isShown = false;
      this.hasFocus = false;
    }
    focus(): void {
      for (const window of windows) window.hasFocus = window === this.alive();
      this.emit('focus', createEvent({}));
    }
    blur(): void {
      this.alive().hasFocus = false;
      this.emit('blur', createEvent({}));
    }
    minimize(): void {
      this.alive().size = 'minimized';
      this.hasFocus = false;
    }
    maximize(): void {
      this.alive().size = 'maximized';
    }
    restore(): void {
      this.alive().size = 'normal';
    }
    loadURL(url: string): Promise<void> {
      return this.alive().contents.loadURL(url);
    }
    close(): void {
      const event = createEvent({});
      this.alive().emit('close', event);
      if (!event.defaultPrevented) this.destroy();
    }
    destroy(): void {
      if (this.isGone) return;
      this.isGone = true;
      windows.splice(windows.indexOf(this), 1);
      void this.contents.destroy();
      this.emit('closed', createEvent({}));
      if (windows.length === 0) app.emit('window-all-closed', createEvent({}));
    }

    private async fit(page: Page): Promise<void> {
      await page.setViewportSize({ width: this.bounds.width, height: this.bounds.height });
      await nativeTheme.follow(page);
    }
    private alive(): this {
      if (this.isGone) throw new TypeError('Object has been destroyed');
      return this;
    }
  }

  app.closeWindows = () => {
    for (const window of windows.toReversed()) {
      if (!window.isDestroyed()) window.close();
    }
    return windows.length === 0;
  };
  return FakeBrowserWindow;
}
