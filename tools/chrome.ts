import { existsSync } from 'node:fs';

const PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Chromium without windows, from Debian's package of that name. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Returns the path of Chrome or Chromium: `CHROME_PATH`, else the first usual place; undefined when there is none. */
export function findChrome(env: Record<string, string | undefined> = process.env): string | undefined {
  const named = env['CHROME_PATH'];
  if (named) return existsSync(named) ? named : undefined;
  return PATHS.find((path) => existsSync(path));
}

/**
 * Returns the path of the browser for flows without windows, as {@link findChrome}. The headless shell comes first: the
 * same flows took 69 s of processor time in it and 102 s in Chromium. It cannot show notifications.
 */
export function findHeadlessBrowser(env: Record<string, string | undefined> = process.env): string | undefined {
  return !env['CHROME_PATH'] && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChrome(env);
}
