import { app, powerMonitor } from 'electron';

/** Identifies the app to the system. Windows assigns notifications by it. */
const APP_ID = 'org.lyceum.desktop';

/** Lifecycle events of the app. */
interface LifecycleEvents {
  /** The app was started a second time, with these arguments. */
  onSecondInstance: (argv: readonly string[]) => void;
  /** The app was activated in the dock without a window. */
  onActivate: () => void;
  /** Runs before the app quits, which is delayed until it has ended. */
  onQuit: () => Promise<void>;
}

/** Returns the version, and whether the app is packaged. */
export function readInstallation(): { version: string; isPackaged: boolean } {
  return { version: app.getVersion(), isPackaged: app.isPackaged };
}

/** Sets the name of the app and its profile folder. Must run first. */
export function prepareApp(userDataDir: string | null): void {
  app.setName('Lyceum');
  app.setAppUserModelId(APP_ID);
  if (userDataDir !== null) app.setPath('userData', userDataDir);
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

/**
 * Makes the app open links of a scheme, where the installer has not: on Windows. Calls `onLink` with each link that
 * macOS passes, also the one that starts the app. Must run before the app is ready.
 */
export function followLinks(scheme: string, platform: NodeJS.Platform, onLink: (url: string) => void): void {
  if (platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(scheme);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    onLink(url);
  });
}

/** Shows a number on the app's icon (macOS dock, Linux launcher); 0 removes it. */
export function setBadge(count: number): void {
  app.setBadgeCount(count);
}

/** Runs `boot` when Electron is ready. Awaiting it at the top level of a module never resolves (electron#40719). */
export function whenReady(boot: () => Promise<void>): void {
  void app.whenReady().then(boot);
}

/** Subscribes to the lifecycle events. */
export function followLifecycle(events: LifecycleEvents, platform: NodeJS.Platform): void {
  app.on('second-instance', (_event, argv) => events.onSecondInstance(argv));
  app.on('activate', events.onActivate);
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit();
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
