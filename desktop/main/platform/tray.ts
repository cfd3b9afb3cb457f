import { Menu, nativeImage, nativeTheme, Tray } from 'electron';
import { join } from 'node:path';
import { trayImageOf } from '../core/tray-images.ts';
import type { TrayState } from '../core/call-indicators.ts';
import type { TrayEntry } from '../core/tray-menu.ts';

/** What the tray shows. */
export interface TrayLook {
  state: TrayState;
  tooltip: string;
  menu: TrayEntry[];
}

/** The icon in the tray, as main holds it. */
export interface TrayIcon {
  show: (look: TrayLook) => void;
  remove: () => void;
}

/** Creates the icon. A click runs `onClick`; the menu opens by the other button. */
export function createTrayIcon(parts: {
  imagesDir: string;
  platform: NodeJS.Platform;
  look: TrayLook;
  onClick: () => void;
}): TrayIcon {
  const { imagesDir, platform, onClick } = parts;
  let look = parts.look;
  // A file that is missing is an empty image; Tray would throw for its path.
  const image = () => {
    const isDark =
      platform === 'linux' ? nativeTheme.shouldUseDarkColors : nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
    return nativeImage.createFromPath(join(imagesDir, trayImageOf(look.state, { platform, isDark })));
  };
  const tray = new Tray(image());
  const setMenu = createMenuSetter((menu) => tray.setContextMenu(menu));
  const draw = (): void => {
    tray.setImage(image());
    tray.setToolTip(look.tooltip);
    // A tray of macOS with a menu of its own emits no click.
    if (platform !== 'darwin') setMenu(look.menu);
  };
  tray.on('click', onClick);
  if (platform === 'darwin') tray.on('right-click', () => tray.popUpContextMenu(Menu.buildFromTemplate(look.menu)));
  nativeTheme.on('updated', draw);
  draw();
  return {
    show: (next) => {
      look = next;
      draw();
    },
    remove: () => {
      nativeTheme.off('updated', draw);
      tray.destroy();
    },
  };
}

/** Returns a function that sets a menu when it looks different: some systems close an open menu that is set again. */
function createMenuSetter(set: (menu: Menu) => void): (entries: TrayEntry[]) => void {
  let shown: { look: string; entries: TrayEntry[] } | undefined;
  return (entries) => {
    const look = JSON.stringify(entries);
    if (shown?.look === look) {
      shown.entries = entries;
      return;
    }
    const current = { look, entries };
    shown = current;
    set(Menu.buildFromTemplate(withLatestActions(entries, () => current.entries)));
  };
}

/** Returns entries that run the actions of the latest entries: those can belong to another call of the same member. */
function withLatestActions(entries: readonly TrayEntry[], latest: () => readonly TrayEntry[]): TrayEntry[] {
  return entries.map(({ click, submenu, ...entry }, index) => ({
    ...entry,
    ...(click && { click: () => latest()[index]?.click?.() }),
    ...(submenu && { submenu: withLatestActions(submenu, () => latest()[index]?.submenu ?? []) }),
  }));
}
