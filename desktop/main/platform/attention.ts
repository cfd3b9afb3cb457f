import { app, BrowserWindow, powerSaveBlocker } from 'electron';

/** What keeps the system awake. */
export type AwakeKind = 'prevent-display-sleep' | 'prevent-app-suspension';

/** Keeps the system awake while a kind is set. Returns the function that sets it; null lets the system sleep. */
export function createAwakeKeeper(): (kind: AwakeKind | null) => void {
  let current: AwakeKind | null = null;
  let id: number | null = null;
  return (kind) => {
    if (kind === current) return;
    if (id !== null) powerSaveBlocker.stop(id);
    current = kind;
    id = kind === null ? null : powerSaveBlocker.start(kind);
  };
}

/** Flashes the taskbar entry, or bounces the icon in the dock. Returns the function that turns it on and off. */
export function createFlasher(window: () => BrowserWindow | null): (isOn: boolean) => void {
  let isFlashing = false;
  let bounce: number | undefined;
  return (isOn) => {
    if (isOn === isFlashing) return;
    isFlashing = isOn;
    window()?.flashFrame(isOn);
    if (isOn) bounce = app.dock?.bounce('critical');
    else if (bounce !== undefined) app.dock?.cancelBounce(bounce);
  };
}
