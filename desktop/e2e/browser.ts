import { chromium, type Browser } from '@playwright/test';
import { findChrome, findHeadlessBrowser } from '../../tools/chrome.ts';

/** Arguments of every browser that the flows start. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** Arguments that give pages two fake cameras, with this many images per second, and microphones. */
function mediaArgs(imagesPerSecond: number): string[] {
  return [
    `--use-fake-device-for-media-stream=fps=${String(imagesPerSecond)},device-count=2`,
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
  ];
}

/** Further arguments for what measures calls: cameras as they usually are. */
export const MEDIA_ARGS = mediaArgs(30);

/** Arguments of browsers in flows with calls. Encoding images takes most of their processor time. */
export const CALL_ARGS = [...BROWSER_ARGS, ...mediaArgs(10)];

/** Starts a complete Chrome, for a flow that needs what the headless shell lacks, such as notifications. */
export function launchChrome(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChrome();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...BROWSER_ARGS, ...args] });
}

/** Starts a browser whose pages have two fake cameras and microphones. */
export function launchWithDevices(): Promise<Browser> {
  const executablePath = findHeadlessBrowser();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...BROWSER_ARGS, ...MEDIA_ARGS] });
}
