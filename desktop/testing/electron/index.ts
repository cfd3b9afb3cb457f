import { FakeApp } from './app.ts';
import { createBrowserWindow } from './browser-window.ts';
import { FakeClipboard } from './clipboard.ts';
import { FakeIpcMain } from './ipc.ts';
import { FakeDesktopCapturer, FakeSystemPreferences } from './media.ts';
import { FakeMenu } from './menu.ts';
import { FakeNativeImage } from './native-image.ts';
import { FakeNativeTheme } from './native-theme.ts';
import { createNotification } from './notification.ts';
import { FakePowerSaveBlocker } from './power-save-blocker.ts';
import { FakeAutoUpdater, FakeNet } from './net.ts';
import { FakeProtocol } from './protocol.ts';
import type { Runtime } from './runtime.ts';
import { FakeSessions } from './session.ts';
import { FakeDialog, FakePowerMonitor, FakeScreen, FakeShell } from './system.ts';
import { createTray } from './tray.ts';

/** Every module of the fake, as `import ... from 'electron'` gives them, for one launch. */
export function createElectron(runtime: Runtime) {
  const app = new FakeApp(runtime);
  const ipcMain = new FakeIpcMain();
  const nativeTheme = new FakeNativeTheme();
  const session = new FakeSessions(runtime);
  const protocol = new FakeProtocol();
  protocol.isAppReady = app.isReady;
  return {
    app,
    autoUpdater: new FakeAutoUpdater(),
    BrowserWindow: createBrowserWindow({ app, ipc: ipcMain, sessions: session, nativeTheme }),
    desktopCapturer: new FakeDesktopCapturer(),
    clipboard: new FakeClipboard(),
    dialog: new FakeDialog(),
    ipcMain,
    Menu: class extends FakeMenu {},
    nativeImage: FakeNativeImage,
    nativeTheme,
    Notification: createNotification(runtime),
    net: new FakeNet(),
    powerMonitor: new FakePowerMonitor(),
    powerSaveBlocker: new FakePowerSaveBlocker(),
    protocol,
    screen: new FakeScreen(runtime),
    session,
    shell: new FakeShell(),
    Tray: createTray(),
    systemPreferences: new FakeSystemPreferences(runtime),
    /** The system's proxy changes. */
    setSystemProxy: (proxy: string | null): void => {
      runtime.systemProxy = proxy;
    },
  };
}

/** The fake's modules. */
export type FakeElectron = ReturnType<typeof createElectron>;
