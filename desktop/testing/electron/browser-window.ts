import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { FakeApp } from './app.ts';
import { assertHardened } from './hardening.ts';
import { PRELOAD_FRAME, type FakeIpcMain } from './ipc.ts';
import type { FakeNativeTheme } from './native-theme.ts';
import { createEvent, type Rectangle } from './runtime.ts';
import type { FakeSessions } from './session.ts';
import { FakeWebContents } from './web-contents.ts';

type WindowSurface = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'flashFrame'
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
  | 'removeMenu'
  | 'restore'
  | 'setAlwaysOnTop'
  | 'setBackgroundColor'
  | 'setBounds'
  | 'setOverlayIcon'
  | 'setProgressBar'
  | 'setVisibleOnAllWorkspaces'
  | 'show'
  | 'showInactive'
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
    /** What the window asked the window manager for. */
    readonly requested = { isFlashing: false, isAlwaysOnTop: false, isOnAllWorkspaces: false };
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
      assertHardened(options.webPreferences ?? {});
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
      this.contents = new FakeWebContents({ id: this.id, session, ipc, preload, preferences });
      this.contents.once('dom-ready', () => !this.isGone && this.emit('ready-to-show', createEvent({})));
      // A window that is destroyed at once has no page to fit.
      this.contents
        .whenOpen()
        .then((page) => this.fit(page))
        .catch(() => {});
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
    flashFrame(isOn: boolean): void {
      this.alive().requested.isFlashing = isOn;
    }
    setAlwaysOnTop(isOn: boolean): void {
      this.alive().requested.isAlwaysOnTop = isOn;
    }
    setVisibleOnAllWorkspaces(isOn: boolean): void {
      this.alive().requested.isOnAllWorkspaces = isOn;
    }
    setOverlayIcon(overlay: unknown, description: string): void {
      this.alive().taskbar.overlay = overlay === null ? '' : description;
    }
    setProgressBar(progress: number): void {
      this.alive().taskbar.progress = progress;
    }
    show(): void {
      this.showInactive();
      this.focus();
    }
    showInactive(): void {
      if (this.alive().isShown) return;
      this.isShown = true;
      this.emit('show', createEvent({}));
    }
    /** Windows have a menu bar on Windows and Linux only; elsewhere the function does nothing. */
    removeMenu(): void {
      this.alive();
    }
    hide(): void {
      if (!this.alive().isShown) return;
      this.isShown = false;
      this.blur();
      this.emit('hide', createEvent({}));
    }
    focus(): void {
      if (this.alive().hasFocus) return;
      for (const window of windows) window.blur();
      this.hasFocus = true;
      this.emit('focus', createEvent({}));
      app.emit('browser-window-focus', createEvent({}), this);
    }
    /** Another window or app has the focus. */
    blur(): void {
      if (!this.hasFocus) return;
      this.hasFocus = false;
      this.emit('blur', createEvent({}));
    }
    minimize(): void {
      this.alive().size = 'minimized';
      this.blur();
      this.emit('minimize', createEvent({}));
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
      const children = windows.filter(({ options }) => (options.parent as unknown) === this);
      for (const child of children) child.destroy();
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
