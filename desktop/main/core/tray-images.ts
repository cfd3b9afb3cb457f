import type { TrayState } from './call-indicators.ts';

/**
 * Returns the name of a tray image in the folder `tray` for a light or dark taskbar; Electron finds its variants for
 * other scales (`@2x`) by itself. An icon of Windows contains all sizes; macOS colours template images for its menu
 * bar.
 */
export function trayImageOf(state: TrayState, { platform, isDark }: { platform: string; isDark: boolean }): string {
  if (platform === 'darwin') return `${state}Template.png`;
  return `${state}-${isDark ? 'dark' : 'light'}.${platform === 'win32' ? 'ico' : 'png'}`;
}

/**
 * True where the system shows a tray. GNOME shows none without an extension, which Ubuntu's sessions have; elsewhere
 * Electron cannot tell.
 */
export function hasTray(platform: string, desktop: string | undefined): boolean {
  if (platform !== 'linux') return true;
  const names = (desktop ?? '').toLowerCase().split(':');
  return !names.includes('gnome') || names.includes('ubuntu');
}
