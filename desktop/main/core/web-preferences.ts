/** What the page of every window may do. It is checked again when a window exists. */
export const WEB_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
} as const;

/** Preferences that Electron must report; it leaves out some of the others. */
const REPORTED: readonly (keyof typeof WEB_PREFERENCES)[] = [
  'sandbox',
  'contextIsolation',
  'nodeIntegration',
  'webSecurity',
  'webviewTag',
];

/** Checks the preferences that a window has. @throws Error that names those that are not as set, or are missing. */
export function assertWebPreferences(actual: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(WEB_PREFERENCES) as (keyof typeof WEB_PREFERENCES)[];
  const wrong = names.filter((name) => (actual[name] ?? missing(name)) !== WEB_PREFERENCES[name]);
  if (wrong.length > 0) throw new Error(`A window has other web preferences than were set: ${wrong.join(', ')}.`);
}

function missing(name: keyof typeof WEB_PREFERENCES): boolean | undefined {
  return REPORTED.includes(name) ? undefined : WEB_PREFERENCES[name];
}
