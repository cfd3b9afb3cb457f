import { join } from 'node:path';
import { app, dialog, powerMonitor } from 'electron';

/** Identifies the app to the system. Windows assigns notifications by it. */
const APP_ID = 'org.lyceum.desktop';
/** Class that Windows starts when a notification is activated. It must not change: stored notifications name it. */
const TOAST_ACTIVATOR_CLSID = '{7C1B36D0-5C5A-4B7E-9D0C-3E6A1F0B7A42}';

/**
 * Arguments with which other programs could control or read the pages: by DevTools, by pages without the same-origin
 * policy, and by files with the requests or the keys of their encryption.
 */
const DEBUG_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-io-pipes',
  'remote-allow-origins',
  'disable-web-security',
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
];

/** Lifecycle events of the app. */
export interface LifecycleEvents {
  /** The app was activated in the dock without a window. */
  onActivate: () => void;
  /** The app begins to quit: its windows close without a question. */
  onBeforeQuit: () => void;
  /** True while the app goes on without a window. */
  staysWithoutWindows: () => boolean;
  /** Runs before the app quits, which is delayed until it has ended. */
  onQuit: () => Promise<void>;
}

/** Returns the version, whether the app is packaged, and its profile folder. */
export function readInstallation(): { version: string; isPackaged: boolean; userDataDir: string } {
  return { version: app.getVersion(), isPackaged: app.isPackaged, userDataDir: app.getPath('userData') };
}

/** Sets the name of the app and its profile folder. Must run first. */
export function prepareApp(userDataDir: string | null, platform: NodeJS.Platform): void {
  app.setName('Lyceum');
  app.setAppUserModelId(APP_ID);
  if (platform === 'win32') app.setToastActivatorCLSID(TOAST_ACTIVATOR_CLSID);
  if (userDataDir !== null) app.setPath('userData', userDataDir);
}

/** Removes the arguments for debugging from the command line of a packaged app. Must run before the app is ready. */
export function removeDebugSwitches(): void {
  if (!app.isPackaged) return;
  for (const name of DEBUG_SWITCHES) app.commandLine.removeSwitch(name);
}

/** Returns the folder of the app's log. */
export function logsDir(): string {
  return join(app.getPath('userData'), 'logs');
}

/** True when this is the user's only instance; a running instance is notified of this start. */
export function isOnlyInstance(): boolean {
  return app.requestSingleInstanceLock();
}

/** Quits the app. */
export function quitApp(): void {
  app.quit();
}

/** Returns the folder of the profile. */
export function profileDir(): string {
  return app.getPath('userData');
}

/** What other programs open the app with. */
interface LinkEvents {
  /** The app was started a second time, with these arguments. */
  onStart: (argv: readonly string[]) => void;
  /** macOS passes a link, also the one that starts the app. */
  onLink: (url: string) => void;
}

/**
 * Makes the app open links of a scheme, where the installer has not: on Windows. Must run before the app is ready, so
 * that no link is lost while it starts.
 */
export function followLinks(scheme: string, platform: NodeJS.Platform, { onStart, onLink }: LinkEvents): void {
  if (platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(scheme);
  app.on('second-instance', (_event, argv) => onStart(argv));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    onLink(url);
  });
}

/**
 * Runs `boot` when Electron is ready. Awaiting it at the top level of a module never resolves (electron#40719). When it
 * fails, its error is shown and the app ends: without a window, the member could not end it.
 */
export function whenReady(boot: () => Promise<void>): void {
  void app
    .whenReady()
    .then(boot)
    .catch((error: unknown) => {
      dialog.showErrorBox('Lyceum could not start', String(error));
      app.exit(1);
    });
}

/** Subscribes to the lifecycle events. */
export function followLifecycle(events: LifecycleEvents, platform: NodeJS.Platform): void {
  app.on('activate', events.onActivate);
  app.on('before-quit', events.onBeforeQuit);
  app.on('window-all-closed', () => {
    if (platform !== 'darwin' && !events.staysWithoutWindows()) app.quit();
  });
  let isDone = false;
  app.on('will-quit', (event) => {
    if (isDone) return;
    event.preventDefault();
    void events.onQuit().finally(() => {
      isDone = true;
      app.quit();
    });
  });
}

/** Calls `run` when the computer resumes or is unlocked. Returns a function that unsubscribes. */
export function onWakeUp(run: () => void): () => void {
  powerMonitor.on('resume', run);
  powerMonitor.on('unlock-screen', run);
  return () => {
    powerMonitor.off('resume', run);
    powerMonitor.off('unlock-screen', run);
  };
}

/** Calls `run` when the computer resumes from sleep. */
export function onResume(run: () => void): void {
  powerMonitor.on('resume', run);
}
