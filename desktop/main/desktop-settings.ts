import type { DesktopCalls, DesktopSettings, DesktopSettingsInput } from '#shared/bridge/desktop.ts';
import { nearestZoom, ZOOM_STEPS } from './core/app-menu.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { memberSetting, type ManagedValues } from './core/managed.ts';
import type { Policy } from './core/policy.ts';
import type { Settings } from './core/settings.ts';
import { START_ARGUMENTS } from './core/start-options.ts';
import type { AccountSession } from './platform/account.ts';
import { askFolder, isFolder } from './platform/dialogs.ts';
import { systemDownloadsFolder } from './platform/downloads.ts';
import { sendToWindows } from './platform/ipc.ts';
import { setLoginItem } from './platform/login-item.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import { applySpelling, currentSpellingLanguages, listSpellingLanguages } from './platform/spelling.ts';

/** What the settings of the desktop client depend on. */
interface DesktopSettingsParts {
  settings: SettingsStore;
  policy: Policy;
  managed: () => ManagedValues;
  account: () => AccountSession;
  /** False where there are no dictionaries. */
  hasSpelling: boolean;
  /** The AppImage that contains the app; null otherwise. */
  appImage: string | null;
  /** The only folder of downloads, on a shared computer; null elsewhere. */
  sharedDownloads: string | null;
  onZoom: (factor: number) => void;
}

/** The settings of the desktop client on this computer. */
export interface DesktopSettingsModule {
  handlers: HandlersOf<DesktopCalls>;
  /** Sets the start at login when it is not what was last set, as a policy may have changed. */
  applyLogin: () => void;
  /** Applies all settings again, after they were reset. */
  apply: () => void;
  /** Returns the settings as the page shows them. */
  view: () => DesktopSettings;
  /** Applies the choice of spelling to an account. */
  follow: (account: AccountSession) => void;
  /** Sets the zoom factor and notifies the page. */
  setZoom: (factor: number) => void;
}

/** Creates the settings of the desktop client. */
export function createDesktopSettings(parts: DesktopSettingsParts): DesktopSettingsModule {
  const { settings, policy, account, hasSpelling, onZoom } = parts;
  const view = (): DesktopSettings => viewOf(parts);
  const applyLogin = (): void => {
    if (view().startAtLogin.value !== settings.current.isLoginItemSet) applyLoginItem(parts);
  };
  const follow = (one: AccountSession): void => applySpelling(one, settings.current.spelling, hasSpelling);
  const setZoom = (factor: number): void => {
    settings.update({ zoomFactor: nearestZoom(factor) });
    onZoom(settings.current.zoomFactor);
    sendToWindows('desktopSettings', view());
  };
  return {
    view,
    follow,
    setZoom,
    applyLogin,
    apply: () => {
      follow(account());
      applyLogin();
    },
    handlers: {
      getDesktopSettings: view,
      editDesktopSettings: (changes) => {
        settings.update(storedChanges(changes, settings.current, parts));
        // Also when it is set already: the user may have removed it in the system's settings.
        if (changes.startAtLogin !== undefined && !policy.isManaged('autoStart')) applyLoginItem(parts);
        if (changes.isSpellingOn !== undefined || changes.spellingLanguages !== undefined) follow(account());
        if (changes.zoomFactor !== undefined) setZoom(changes.zoomFactor);
        return view();
      },
      chooseDownloadsFolder: async () => {
        const folder = await askFolder(view().downloads.folder);
        if (folder !== null) settings.update({ downloadsFolder: folder });
        return view();
      },
    },
  };
}

/** Returns the changes in the form in which they are stored, without those of managed settings. */
function storedChanges(
  changes: DesktopSettingsInput,
  { spelling }: Settings,
  { policy: { isManaged }, managed }: DesktopSettingsParts,
): Partial<Settings> {
  const { startAtLogin, closeBehaviour, notificationPreview, downloadRule, isSpellingOn, spellingLanguages } = changes;
  return {
    ...(startAtLogin !== undefined && !isManaged('autoStart') && { startAtLogin }),
    ...(closeBehaviour !== undefined && !isManaged('closeBehaviour') && { closeBehaviour }),
    ...(notificationPreview !== undefined && !isManaged('notificationPreview') && { notificationPreview }),
    ...(downloadRule !== undefined && managed().downloads === null && { downloadRule }),
    spelling: { isOn: isSpellingOn ?? spelling.isOn, languages: spellingLanguages ?? spelling.languages },
  };
}

function viewOf(parts: DesktopSettingsParts): DesktopSettings {
  const { settings, policy, managed, account, hasSpelling, sharedDownloads } = parts;
  const { downloadRule, downloadsFolder, spelling, zoomFactor, ...own } = settings.current;
  const { downloads } = managed();
  return {
    startAtLogin: memberSetting(policy, 'autoStart', own.startAtLogin),
    closeBehaviour: memberSetting(policy, 'closeBehaviour', own.closeBehaviour),
    notificationPreview: memberSetting(policy, 'notificationPreview', own.notificationPreview),
    downloads: {
      // The folder may be on a drive that is no longer there.
      folder:
        sharedDownloads ??
        (downloadsFolder !== null && isFolder(downloadsFolder) ? downloadsFolder : systemDownloadsFolder()),
      rule: { value: downloads ?? downloadRule, isManaged: downloads !== null, isRecommended: false },
    },
    spelling: {
      isAvailable: hasSpelling,
      isOn: spelling.isOn,
      languages: hasSpelling ? currentSpellingLanguages(account()) : [],
      choices: hasSpelling ? listSpellingLanguages(account()) : [],
    },
    zoomFactor,
    zoomSteps: ZOOM_STEPS,
  };
}

function applyLoginItem({ settings, policy, managed, appImage }: DesktopSettingsParts): void {
  const isOn = memberSetting(policy, 'autoStart', settings.current.startAtLogin).value;
  const args = managed().startHidden === false ? [] : [START_ARGUMENTS.hidden];
  setLoginItem({ isOn, args, appImage });
  settings.update({ isLoginItemSet: isOn });
}
