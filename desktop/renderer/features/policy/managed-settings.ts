import type { PolicyKey, PolicyValues, PolicyView } from '#shared/bridge/policy.ts';

/** A setting as a member sees it. */
export interface ManagedSetting {
  key: PolicyKey;
  label: string;
  value: string;
}

type Texts = { [Key in PolicyKey]: { label: string; show: (value: PolicyValues[Key]) => string } };

const hostOf = (url: string): string => new URL(url).host;
const onOff = (isOn: boolean): string => (isOn ? 'On' : 'Off');
const allowed = (isAllowed: boolean): string => (isAllowed ? 'Allowed' : 'Not available');
const permission = (value: 'ask' | 'allow' | 'block'): string =>
  ({ ask: 'You are asked', allow: 'Allowed', block: 'Not available' })[value];

const TEXTS: Texts = {
  serverUrl: { label: 'Server', show: (url) => (url === null ? 'None' : hostOf(url)) },
  allowedServers: { label: 'Servers you can choose', show: (urls) => urls.map(hostOf).join(', ') || 'All' },
  sharedComputer: { label: 'Shared computer', show: onOff },
  signOutOnIdleMinutes: {
    label: 'Sign out when no one uses the computer',
    show: (minutes) => (minutes === 0 ? 'Never' : `After ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`),
  },
  signOutOnLock: { label: 'Sign out when the screen is locked', show: onOff },
  autoStart: { label: 'Start when you log in to the computer', show: onOff },
  startHidden: { label: 'Start without a window', show: onOff },
  closeBehaviour: {
    label: 'When you close the window',
    show: (value) => ({ tray: 'Lyceum stays in the tray', quit: 'Lyceum quits' })[value],
  },
  updates: {
    label: 'Updates',
    show: (value) => ({ automatic: 'Automatic', paused: 'Paused', off: 'By your institution' })[value],
  },
  devTools: { label: 'Developer tools', show: allowed },
  downloads: { label: 'Saving files', show: (value) => allowed(value === 'allow') },
  camera: { label: 'Camera', show: permission },
  microphone: { label: 'Microphone', show: permission },
  screenShare: { label: 'Sharing your screen', show: permission },
  calls: { label: 'Calls', show: allowed },
  notificationPreview: {
    label: 'Notifications show',
    show: (value) => ({ full: 'Sender and text', sender: 'The sender', none: 'Neither sender nor text' })[value],
  },
  proxy: {
    label: 'Proxy',
    show: (value) => (value === 'system' ? 'That of the computer' : value === 'direct' ? 'None' : value),
  },
  spellcheckDictionaryUrl: { label: 'Dictionaries from', show: (url) => (url === null ? 'Nowhere' : hostOf(url)) },
  advertisements: { label: 'Advertisements', show: (isOn) => (isOn ? 'Shown' : 'Not shown') },
  kioskFullscreen: { label: 'Full screen only', show: onOff },
};

/** Returns the settings that the institution has set, in the order of the documentation. */
export function managedSettings({ values, managed }: PolicyView): ManagedSetting[] {
  return managed.map((key) => settingOf(key, values));
}

function settingOf<Key extends PolicyKey>(key: Key, values: PolicyValues): ManagedSetting {
  const { label, show } = TEXTS[key];
  return { key, label, value: show(values[key]) };
}
