import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { autostartEntry } from '../core/autostart.ts';

/** Where and with what the app starts at login. */
interface LoginItem {
  isOn: boolean;
  args: readonly string[];
  /** The AppImage that contains the app; null otherwise. Its mounted executable has another path at each start. */
  appImage: string | null;
}

/** Sets whether the app starts when the user of the computer logs in. */
export function setLoginItem({ isOn, args, appImage }: LoginItem): void {
  if (process.platform === 'linux') {
    // Electron has no login items there.
    const autostartFile = join(app.getPath('appData'), 'autostart', 'lyceum.desktop');
    if (!isOn) return rmSync(autostartFile, { force: true });
    mkdirSync(dirname(autostartFile), { recursive: true });
    writeFileSync(autostartFile, autostartEntry(appImage ?? process.execPath, args));
  } else app.setLoginItemSettings({ openAtLogin: isOn, args: [...args] });
}

/** Whether macOS has opened the app at login; it passes no arguments. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
