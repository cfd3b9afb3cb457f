import { FakeApp } from './app.ts';
import { createBrowserWindow } from './browser-window.ts';
import { FakeIpcMain } from './ipc.ts';
import { FakeMenu } from './menu.ts';
import { FakeNet } from './net.ts';
import { FakeNativeTheme } from './native-theme.ts';
import { FakeProtocol } from './protocol.ts';
import type { Runtime } from './runtime.ts';
import { FakeSessions } from './session.ts';
import { FakeDialog, FakePowerMonitor, FakeScreen, FakeShell } from './system.ts';

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
    BrowserWindow: createBrowserWindow({ app, ipc: ipcMain, sessions: session, nativeTheme }),
    dialog: new FakeDialog(),
    ipcMain,
    Menu: class extends FakeMenu {},
    nativeTheme,
    net: new FakeNet(),
    powerMonitor: new FakePowerMonitor(),
    protocol,
    screen: new FakeScreen(runtime),
    session,
    shell: new FakeShell(),
    /** The system's proxy changes. */
    setSystemProxy: (proxy: string | null): void => {
      runtime.systemProxy = proxy;
    },
  };
}

/** The fake's modules. */
export type FakeElectron = ReturnType<typeof createElectron>;
