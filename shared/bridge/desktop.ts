import type { BridgeTable, EventTable } from './page.ts';

/** A setting that the institution can set or recommend. */
export interface ManagedSetting<Value> {
  value: Value;
  /** The institution has set it; the member cannot change it. */
  isManaged: boolean;
  /** The value is the institution's recommendation; the member has not chosen. */
  isRecommended: boolean;
}

/** What happens when the window is closed: the app goes on in the tray, or it quits. */
type CloseBehaviour = 'tray' | 'quit';

/** Whether downloads are saved at once, after a question for the place, or not at all. */
export type DownloadRule = 'allow' | 'ask' | 'deny';

/** How much of a message a notification of the system shows: all, only the sender, or neither. */
export type NotificationPreview = 'full' | 'sender' | 'none';

/** Settings of the desktop client on this computer. */
export interface DesktopSettings {
  startAtLogin: ManagedSetting<boolean>;
  closeBehaviour: ManagedSetting<CloseBehaviour>;
  notificationPreview: ManagedSetting<NotificationPreview>;
  downloads: { folder: string; rule: ManagedSetting<DownloadRule> };
  /**
   * `isAvailable` is false where the client has no dictionaries. `choices` are the codes of the languages that can be
   * checked; empty where the system detects the language.
   */
  spelling: { isAvailable: boolean; isOn: boolean; languages: string[]; choices: string[] };
  /** 1 is the normal size; one of `zoomSteps`. */
  zoomFactor: number;
  zoomSteps: number[];
}

/** Changes of the settings; an omitted field is not changed. Managed settings are not changed. */
export interface DesktopSettingsInput {
  startAtLogin?: boolean | undefined;
  closeBehaviour?: CloseBehaviour | undefined;
  notificationPreview?: NotificationPreview | undefined;
  downloadRule?: Exclude<DownloadRule, 'deny'> | undefined;
  isSpellingOn?: boolean | undefined;
  spellingLanguages?: string[] | undefined;
  zoomFactor?: number | undefined;
}

/** Calls about the settings of the desktop client: arguments and result of each. */
export interface DesktopCalls {
  getDesktopSettings: { args: []; result: DesktopSettings };
  editDesktopSettings: { args: [changes: DesktopSettingsInput]; result: DesktopSettings };
  /** Opens the system's dialog for a folder. */
  chooseDownloadsFolder: { args: []; result: DesktopSettings };
}

/** Events about the settings of the desktop client. */
export interface DesktopEvents {
  /** The settings changed elsewhere, as by the menu. */
  desktopSettings: DesktopSettings;
}

/** The page that may make each call. */
export const DESKTOP_CALLS: BridgeTable<DesktopCalls> = {
  getDesktopSettings: 'app',
  editDesktopSettings: 'app',
  chooseDownloadsFolder: 'app',
};

/** The page that receives each event. */
export const DESKTOP_EVENTS: EventTable<DesktopEvents> = { desktopSettings: 'app' };
