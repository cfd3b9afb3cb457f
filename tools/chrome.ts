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

/**
 * Finds a Chrome or Chromium: CHROME_PATH first, then where systems put it; undefined where there is none (decision
 * 50).
 */
export function findChrome(env: Record<string, string | undefined> = process.env): string | undefined {
  const named = env['CHROME_PATH'];
  if (named) return existsSync(named) ? named : undefined;
  return PATHS.find((path) => existsSync(path));
}
