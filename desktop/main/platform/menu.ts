import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuEntry } from '../core/app-menu.ts';

/** Makes entries the application's menu. */
export function setAppMenu(entries: MenuEntry[]): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(entries as MenuItemConstructorOptions[]));
}
