import type { Role } from '#shared/api/endpoint.ts';
import type { DesktopCalls, NotificationPreview } from '#shared/bridge/desktop.ts';
import type { DiagnosticsCalls } from '#shared/bridge/diagnostics.ts';
import type { DownloadsCalls } from '#shared/bridge/downloads.ts';
import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { CaptureAccess } from '#shared/bridge/media.ts';
import type { ShellToast } from '#shared/bridge/shell.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { createDesktopSettings } from './desktop-settings.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createDownloads } from './downloads.ts';
import { createMessages, type Messages } from './messages.ts';
import { createPresence } from './presence.ts';
import { permissionRows } from './core/diagnostics.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { managedValues, policyReport, type ManagedValues } from './core/managed.ts';
import type { Policy } from './core/policy.ts';
import type { MetaResponse } from './core/server-address.ts';
import type { AccountSession } from './platform/account.ts';
import { followNewWindows } from './platform/badge.ts';
import { serveContextMenus } from './platform/context-menus.ts';
import { systemKeychain } from './platform/keychain.ts';
import type { LiveFollower } from './platform/live.ts';
import { hasAppPage, isInFront } from './platform/main-window.ts';
import { createNotifications, type Notifications } from './platform/notifications.ts';
import { createServerClient } from './platform/server.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import type { Recovery } from './recovery.ts';

/** What the everyday parts of the client depend on. */
interface EverydayParts {
  platform: NodeJS.Platform;
  account: () => AccountSession;
  settings: SettingsStore;
  serverUrl: () => string | null;
  live: () => LiveSession;
  policy: Policy;
  fetchMeta: (origin: string) => Promise<MetaResponse>;
  /** Permissions of camera, microphone and screen. */
  captureAccess: () => CaptureAccess;
  /** The only folder of downloads, on a shared computer; null elsewhere. */
  sharedDownloads: string | null;
  recovery: Recovery;
  /** False where there are no dictionaries. */
  hasSpelling: boolean;
  appImage: string | null;
  publish: (toast: ShellToast) => void;
  /** `show` opens a path of the router when one is given. */
  window: { show: (path?: string) => void; zoom: (factor: number) => void };
  /** Receives the number that the app's icon shows. */
  onUnread: (count: number) => void;
  /** Shows the menu of a role; null while no one is signed in. */
  showMenu: (role: Role | null) => void;
  /** Stores the replies of a user that the server has not acknowledged. */
  storeReplies: (userId: string, replies: UnsentTexts) => void;
}

/** The everyday parts: settings of the client, downloads, context menus, diagnostics, and messages when away. */
export interface Everyday {
  handlers: HandlersOf<DesktopCalls & DownloadsCalls & DiagnosticsCalls>;
  /** Modules that follow the live link. */
  followers: readonly LiveFollower[];
  messages: Messages;
  /** The member appears away until they choose otherwise or sign out. */
  setAway: (isAway: boolean) => void;
  openDiagnostics: () => void;
  setZoom: (factor: number) => void;
  /** Stops downloads and removes their list. */
  clearDownloads: () => void;
  /** Applies the settings of the client again, after those of a member were reset. */
  applySettings: () => void;
  /** Removes the notifications from the system's list. */
  closeNotifications: () => void;
  /** Prepares the session of an account, before its first page. */
  follow: (account: AccountSession) => void;
  start: () => void;
  stop: () => void;
}

/** Creates the everyday parts of the client. Context menus serve only windows that open later. */
export function createEveryday(parts: EverydayParts): Everyday {
  const { live, serverUrl, window, platform, recovery } = parts;
  const managed = (): ManagedValues => managedValues(parts.policy);

  const desktop = createDesktopSettings({ ...parts, managed, onZoom: window.zoom });
  const downloads = createDownloads({
    rule: () => desktop.view().downloads.rule.value,
    folder: () => desktop.view().downloads.folder,
    publish: parts.publish,
  });
  const diagnostics = createDiagnostics({
    ...parts,
    log: recovery.log,
    isSafeMode: recovery.options.isSafeMode,
    keychain: systemKeychain(),
    policyReport: () => policyReport(parts.policy),
    permissions: () => permissionRows(parts.captureAccess()),
    desktopSettings: desktop.view,
    showWindow: () => window.show(),
  });
  const notifications = createNotifications(platform);
  const messages = openMessages(parts, notifications, () => desktop.view().notificationPreview.value);
  const presence = createPresence((name, payload) => live().emit(name, payload));
  followNewWindows(platform);
  // Linux has no dictionary of the system.
  const canAddWords = platform !== 'linux';
  serveContextMenus({ serverUrl, canAddWords, canSave: () => desktop.view().downloads.rule.value !== 'deny' });
  return {
    handlers: { ...desktop.handlers, ...downloads.handlers, ...diagnostics.handlers },
    followers: [messages, presence],
    messages,
    setAway: presence.choose,
    openDiagnostics: diagnostics.open,
    setZoom: desktop.setZoom,
    clearDownloads: downloads.clear,
    applySettings: desktop.apply,
    closeNotifications: () => notifications.closeAll(),
    follow: (opened) => {
      desktop.follow(opened);
      downloads.follow(opened);
    },
    start: () => {
      // A run that crashed has left its notifications, perhaps of a member who has signed out since.
      notifications.closeAll();
      parts.showMenu(null);
      // In safe mode the settings are not those of the computer.
      if (!recovery.options.isSafeMode) desktop.applyLogin();
      presence.start();
      if (recovery.toast) parts.publish(recovery.toast);
    },
    stop: () => {
      presence.stop();
      notifications.closeAll();
    },
  };
}

/** Creates what reaches a member who is away. */
function openMessages(
  parts: EverydayParts,
  notifications: Notifications,
  preview: () => NotificationPreview,
): Messages {
  const { account, settings, live, window, platform } = parts;
  return createMessages({
    server: createServerClient(account, parts.serverUrl),
    notifications,
    platform,
    userId: () => live().userId ?? null,
    emit: (name, ...payload) => live().emit(name, ...payload),
    isInFront,
    isDoNotDisturb: () => settings.current.isQuiet,
    preview,
    openPath: window.show,
    hasPage: hasAppPage,
    onUnread: parts.onUnread,
    onRole: parts.showMenu,
    storeReplies: parts.storeReplies,
  });
}
