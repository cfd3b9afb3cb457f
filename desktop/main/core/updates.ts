import type { UpdateBlock } from '#shared/bridge/updates.ts';
import { isUpdateFeed } from '#shared/update-feed.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { compareVersions } from '#shared/version.ts';

/** How the policy of the institution treats updates: `paused` for a while, `off` for good. */
export type UpdatePolicy = 'automatic' | 'paused' | 'off';

/** Who can replace the files of the app: the signed-in user, or only an administrator. */
export type InstallationKind = 'development' | 'per-user' | 'per-machine';

/** Keyboard and mouse are unused for this long before an update interrupts a visible window. */
export const IDLE_MS = 15 * MINUTE_MS;

/** How often a version that is ready is tried to be installed. */
export const INSTALL_EVERY_MS = MINUTE_MS;

/** Facts about the installed app. */
interface Installation {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  /** Path of the running program. */
  execPath: string;
  /** `%LOCALAPPDATA%` of Windows, below which the installer for one user puts the app; null elsewhere. */
  localAppData: string | null;
  /** `$APPIMAGE`, the file that runs; null when the app is no AppImage. */
  appImage: string | null;
  /** The user may write to the app's files; asked on macOS and for an AppImage only. */
  isWritable: (path: string) => boolean;
}

/** Returns who can replace the files of the app. deb and rpm packages belong to the package manager. */
export function kindOfInstallation({ platform, isPackaged, ...rest }: Installation): InstallationKind {
  if (!isPackaged) return 'development';
  return isOwnedByUser(platform, rest) ? 'per-user' : 'per-machine';
}

function isOwnedByUser(platform: NodeJS.Platform, app: Omit<Installation, 'platform' | 'isPackaged'>): boolean {
  const { execPath, localAppData, appImage, isWritable } = app;
  if (platform === 'win32')
    return localAppData !== null && execPath.toLowerCase().startsWith(`${localAppData.toLowerCase()}\\`);
  if (platform === 'darwin') return isWritable(execPath.replace(/\/Contents\/MacOS\/[^/]+$/, ''));
  return appImage !== null && isWritable(appImage);
}

/** Returns the feed to check, or why there is none. */
export function planUpdates(parts: {
  installation: InstallationKind;
  policy: UpdatePolicy;
  /** Address of the feed of the institution; null when there is none. */
  feed: string | null;
  hasKeys: boolean;
}): { feed: string; block?: never } | { feed?: never; block: UpdateBlock } {
  const { installation, policy, feed, hasKeys } = parts;
  if (installation === 'per-machine' || policy === 'off') return { block: 'MANAGED' };
  if (policy === 'paused') return { block: 'PAUSED' };
  if (!hasKeys || installation === 'development') return { block: 'UNSIGNED' };
  return feed !== null && isUpdateFeed(feed) ? { feed } : { block: 'NO_FEED' };
}

/** True when an update may restart the app: no call and no sound, and no one would notice. */
export function mayInstall(parts: {
  policy: UpdatePolicy;
  /** The member is in a call, or a page plays sound. */
  isBusy: boolean;
  hasVisibleWindow: boolean;
  idleMs: number;
}): boolean {
  const { policy, isBusy, hasVisibleWindow, idleMs } = parts;
  return policy === 'automatic' && !isBusy && (!hasVisibleWindow || idleMs >= IDLE_MS);
}

/** True for a release that is newer than the installed version. Older versions and previews are refused. */
export function isUpgrade(offered: unknown, installed: string): offered is string {
  return typeof offered === 'string' && /^\d+\.\d+\.\d+$/.test(offered) && compareVersions(offered, installed) > 0;
}
