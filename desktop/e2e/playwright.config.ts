import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { findHeadlessBrowser } from '../../tools/chrome.ts';
import { BROWSER_ARGS, CALL_ARGS } from './browser.ts';

const executablePath = findHeadlessBrowser();
/** Flows whose pages have cameras and microphones. */
const CALL_FLOWS = /\/(?:calls|call-ends|call-relay|call-restart|shell-calls|shell-media)\.spec\.ts$/;

/** Whole flows in a real browser against the real backend and Postgres. No retries: a flake is a bug. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  // Two workers share the cores of a small machine.
  timeout: 300_000,
  workers: Math.min(availableParallelism(), 4),
  // A slow machine is no failure; nothing waits this long where all is well.
  expect: { timeout: 40_000 },
  retries: 0,
  forbidOnly: true,
  reporter: 'line',
  // A project has workers of its own, which share browser, backend and database; a file with other options of the
  // browser would have them for itself. Calls come first, because they wait most.
  projects: [
    {
      name: 'calls',
      testMatch: CALL_FLOWS,
      use: {
        permissions: ['camera', 'microphone'],
        launchOptions: { ...(executablePath && { executablePath }), args: CALL_ARGS },
      },
    },
    { name: 'flows', testIgnore: CALL_FLOWS },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Without it the name of the browser depends on which one was found.
    userAgent: devices['Desktop Chrome'].userAgent,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: BROWSER_ARGS,
    },
  },
});
