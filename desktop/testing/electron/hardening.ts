/** Preferences that every window sets, whatever Electron's defaults are. */
const REQUIRED = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
} as const satisfies Electron.WebPreferences;

/** Preferences that no window may switch on. */
const FORBIDDEN = [
  'allowRunningInsecureContent',
  'disableDialogs',
  'enableBlinkFeatures',
  'experimentalFeatures',
  'nodeIntegrationInSubFrames',
  'nodeIntegrationInWorker',
  'plugins',
] as const satisfies (keyof Electron.WebPreferences)[];

/**
 * Refuses a window whose preferences are not those of Electron's security checklist
 * (https://www.electronjs.org/docs/latest/tutorial/security). Each window of each test is created through it.
 *
 * @throws Error that names every wrong preference.
 */
export function assertHardened(preferences: Electron.WebPreferences): void {
  const wrong = [
    ...Object.entries(REQUIRED).filter(([name, value]) => preferences[name as keyof typeof REQUIRED] !== value),
    ...FORBIDDEN.filter((name) => Boolean(preferences[name])).map((name) => [name]),
    ...(preferences.session === undefined ? [['session']] : []),
  ].map(([name]) => String(name));
  if (wrong.length > 0) throw new Error(`A window is not hardened: ${wrong.join(', ')}`);
}
