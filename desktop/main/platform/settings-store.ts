import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import Store from 'electron-store';
import { readSettings, withoutMember, type Settings } from '../core/settings.ts';

/** The settings file with its content in memory. */
export interface SettingsStore {
  readonly current: Readonly<Settings>;
  /** Applies changes and writes the file at once. When that fails, it is logged and they last until the app quits. */
  update(changes: Partial<Settings>): void;
  /** Resets what a member has set, and writes the file at once. @throws Error when the file cannot be written. */
  forgetMember(): void;
}

/**
 * Opens the settings. Renames a file that cannot be read; warns about invalid fields and ignores them. In safe mode
 * changes last until the app quits.
 */
export function openSettings(warn: (message: string) => void, isSafeMode: boolean): SettingsStore {
  const store = openStore(warn);
  const { settings, bad } = readSettings(store.store);
  if (bad.length > 0) warn(`Invalid settings were ignored: ${bad.join(', ')}.`);
  let current = isSafeMode ? withoutMember(settings) : settings;
  return {
    get current() {
      return current;
    },
    update(changes) {
      current = { ...current, ...changes };
      if (isSafeMode) return;
      try {
        store.set(current);
      } catch (error) {
        warn(`The settings could not be stored: ${String(error)}`);
      }
    },
    forgetMember() {
      current = withoutMember(current);
      if (isSafeMode) return;
      // Replaces the whole file, which may contain fields of other versions.
      store.store = { ...current };
    },
  };
}

function openStore(warn: (message: string) => void): Store<Record<string, unknown>> {
  const open = (): Store<Record<string, unknown>> =>
    new Store<Record<string, unknown>>({ name: 'settings', cwd: app.getPath('userData') });
  try {
    return open();
  } catch {
    const file = join(app.getPath('userData'), 'settings.json');
    const aside = join(app.getPath('userData'), `settings.damaged-${Date.now()}.json`);
    renameSync(file, aside);
    warn(`The settings could not be read. The file was renamed to ${aside}.`);
    return open();
  }
}
