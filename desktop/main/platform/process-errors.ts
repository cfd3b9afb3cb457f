import { app, dialog } from 'electron';

/** Calls the listener for each error of main that nothing catches. The app goes on, as Electron does by default. */
export function followUncaught(onError: (error: unknown) => void): void {
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}

/** Shows that an unexpected error occurred; resolves to true when the member wants to restart the app. */
export async function askRestart(): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Lyceum had an unexpected error.',
    detail:
      'You can go on. If something no longer works, restart Lyceum. “Diagnostics” in the Help menu shows details.',
    buttons: ['Go on', 'Restart Lyceum'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

/** Quits the app and starts it again with the arguments. */
export function restartApp(args: readonly string[]): void {
  app.relaunch({ args: [...args] });
  app.quit();
}

/** Turns hardware acceleration off for this run. Must run before the app is ready. */
export function disableHardwareAcceleration(): void {
  app.disableHardwareAcceleration();
}

/** Reports the end of the graphics process, with Chromium's reason, and each crash of any process in words. */
export function followProcesses({
  onGpu,
  onOther,
}: {
  onGpu: (reason: string) => void;
  onOther: (message: string) => void;
}): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (type === 'GPU') onGpu(reason);
    if (reason !== 'clean-exit') onOther(`The process ${name ?? type} ended (${reason}, exit code ${exitCode}).`);
  });
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit') onOther(`The page ended (${reason}, exit code ${exitCode}).`);
  });
}
