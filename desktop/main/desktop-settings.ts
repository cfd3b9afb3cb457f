import type { DesktopCalls, DesktopSettings, DesktopSettingsInput, ManagedSetting } from '#shared/bridge/desktop.ts';
import { nearestZoom, ZOOM_STEPS } from './core/app-menu.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { ManagedValues } from './core/managed.ts';
import type { Settings } from './core/settings.ts';
import { START_ARGUMENTS } from './core/start-options.ts';
import type { Account } from './platform/account.ts';
import { askFolder, isFolder } from './platform/dialogs.ts';
import { systemDownloadsFolder } from './platform/downloads.ts';
import { sendToWindows } from './platform/ipc.ts';
import { setLoginItem } from './platform/login-item.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import { applySpelling, currentSpellingLanguages, listSpellingLanguages } from './platform/spelling.ts';

/** What the settings of the desktop client depend on. */
interface DesktopSettingsParts {
  settings: SettingsStore;
  managed: () => ManagedValues;
  account: () => Account;
  /** False where there are no dictionaries. */
  hasSpelling: boolean;
  /** The AppImage that contains the app; null otherwise. */
  appImage: string | null;
  /** The only folder of downloads, on a shared computer; null elsewhere. */
  sharedDownloads: string | null;
  onZoom: (factor: number) => void;
}

/** The settings of the desktop client on this computer. */
export interface DesktopSettingsNoun {
  handlers: HandlersOf<DesktopCalls>;
  /** Applies what the settings say at the start, as a policy may have changed. */
  start: () => void;
  /** Returns the settings as the page shows them. */
  view: () => DesktopSettings;
  /** Applies the choice of spelling to an account. */
  follow: (account: Account) => void;
  /** Sets the zoom factor and notifies the page. */
  setZoom: (factor: number) => void;
}

/** Creates the settings of the desktop client. */
export function createDesktopSettings(parts: DesktopSettingsParts): DesktopSettingsNoun {
  const { settings, managed, account, hasSpelling, onZoom } = parts;
  const view = (): DesktopSettings => viewOf(parts);
  const applyLogin = (): void => applyLoginItem(parts);
  const follow = (one: Account): void => applySpelling(one, settings.current.spelling, hasSpelling);
  const setZoom = (factor: number): void => {
    settings.update({ zoomFactor: nearestZoom(factor) });
    onZoom(settings.current.zoomFactor);
    sendToWindows('desktopSettings', view());
  };
  return {
    view,
    follow,
    setZoom,
    start: () => {
      if (managed().autoStart !== null && managed().autoStart !== settings.current.startAtLogin) applyLogin();
    },
    handlers: {
      getDesktopSettings: view,
      editDesktopSettings: (changes) => {
        settings.update(storedChanges(changes, settings.current, managed()));
        if (changes.startAtLogin !== undefined && managed().autoStart === null) applyLogin();
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
  { startAtLogin, closeBehaviour, downloadRule, isSpellingOn, spellingLanguages }: DesktopSettingsInput,
  { spelling }: Settings,
  managed: ManagedValues,
): Partial<Settings> {
  return {
    ...(startAtLogin !== undefined && managed.autoStart === null && { startAtLogin }),
    ...(closeBehaviour !== undefined && managed.closeBehaviour === null && { closeBehaviour }),
    ...(downloadRule !== undefined && managed.downloads === null && { downloadRule }),
    spelling: { isOn: isSpellingOn ?? spelling.isOn, languages: spellingLanguages ?? spelling.languages },
  };
}

function viewOf({ settings, managed, account, hasSpelling, sharedDownloads }: DesktopSettingsParts): DesktopSettings {
  const { startAtLogin, closeBehaviour, downloadRule, downloadsFolder, spelling, zoomFactor } = settings.current;
  const policy = managed();
  return {
    startAtLogin: choose(policy.autoStart, startAtLogin),
    closeBehaviour: choose(policy.closeBehaviour, closeBehaviour),
    downloads: {
      // The folder may be on a drive that is no longer there.
      folder:
        sharedDownloads ??
        (downloadsFolder !== null && isFolder(downloadsFolder) ? downloadsFolder : systemDownloadsFolder()),
      rule: choose(policy.downloads, downloadRule),
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

function choose<Value>(managed: Value | null, own: Value): ManagedSetting<Value> {
  return { value: managed ?? own, isManaged: managed !== null };
}

function applyLoginItem({ settings, managed, appImage }: DesktopSettingsParts): void {
  const { autoStart, startHidden } = managed();
  setLoginItem({
    isOn: autoStart ?? settings.current.startAtLogin,
    args: startHidden === false ? [] : [START_ARGUMENTS.hidden],
    appImage,
  });
}
