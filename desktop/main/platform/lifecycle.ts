import { app, powerMonitor } from 'electron';

/** Identity of the app towards the system; on Windows notifications are tied to it. */
const APP_ID = 'org.lyceum.desktop';

/** What the app hears of its own life. */
export interface LifecycleEvents {
  /** Somebody started the app a second time. */
  onSecondInstance: () => void;
  /** The app was chosen in the dock while it has no window. */
  onActivate: () => void;
  /** Runs before the app ends; its end waits for it. */
  onQuit: () => Promise<void>;
}

/** Facts about this installation. */
export function readInstallation(): { version: string; isPackaged: boolean } {
  return { version: app.getVersion(), isPackaged: app.isPackaged };
}

/** Names the app and its profile folder; before anything else. */
export function prepareApp(userDataDir: string | null): void {
  app.setName('Lyceum');
  app.setAppUserModelId(APP_ID);
  if (userDataDir !== null) app.setPath('userData', userDataDir);
}

/** True when this is the only instance of the user; the other one hears of this start. */
export function isOnlyInstance(): boolean {
  return app.requestSingleInstanceLock();
}

/** Ends the app in order. */
export function quitApp(): void {
  app.quit();
}

/**
 * Shows a number on the app's icon: the dock's on macOS, the launcher's on Linux desktops that have one; 0 takes it
 * away.
 */
export function setBadge(count: number): void {
  app.setBadgeCount(count);
}

/** Runs `boot` when the system is ready. Waiting for it while this module is evaluated would never end (electron#40719). */
export function whenReady(boot: () => Promise<void>): void {
  void app.whenReady().then(boot);
}

/** Follows the app's life. */
export function followLifecycle(events: LifecycleEvents, platform: NodeJS.Platform): void {
  app.on('second-instance', events.onSecondInstance);
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

/** Calls `run` when the computer wakes up or is unlocked; answers a function that ends it. */
export function onWakeUp(run: () => void): () => void {
  powerMonitor.on('resume', run);
  powerMonitor.on('unlock-screen', run);
  return () => {
    powerMonitor.off('resume', run);
    powerMonitor.off('unlock-screen', run);
  };
}
