import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuEntry } from '../core/app-menu.ts';

/** Sets the application menu. */
export function setAppMenu(entries: MenuEntry[]): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(entries as MenuItemConstructorOptions[]));
}
