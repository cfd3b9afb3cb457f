import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { buildShell } from '../../tools/bundles.ts';
import { findChrome } from '../../tools/chrome.ts';
import { createTestKeychain } from './keychain.ts';
import { launchShell, MAIN_BUNDLE } from './launch.ts';

const ROUNDS = 9;
/** What main may weigh with its chunks, in bytes. */
const BUNDLE_MAX_BYTES = 1_000_000;
/** What main may take from its import to the first window, in milliseconds. */
const START_MAX_MS = 150;

/**
 * `npm run bench -- shell`: size of main's bundle, and its own time from import to the first window, on the fake of
 * Electron.
 */
export async function bench(): Promise<void> {
  buildShell();
  const source = readFileSync(MAIN_BUNDLE);
  const folder = dirname(MAIN_BUNDLE);
  const bytes = globSync('**/*.js', { cwd: folder }).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  process.stdout.write(
    `\nshell: main's entry ${(source.length / 1_000).toFixed(0)} kB, ` +
      `${(gzipSync(source).length / 1_000).toFixed(0)} kB gzip; ` +
      `with what it loads later ${(bytes / 1_000).toFixed(0)} kB of ${BUNDLE_MAX_BYTES / 1_000}\n`,
  );
  const executablePath = findChrome();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const userData = mkdtempSync(join(tmpdir(), 'lyceum-shell-'));
    const shell = await launchShell({ browser, platform: 'linux', userData, keychain: createTestKeychain().keychain });
    times.push(shell.startMs);
    await shell.kill();
    rmSync(userData, { recursive: true, force: true });
  }
  await browser.close();
  const [first = 0] = times;
  const median = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  process.stdout.write(
    `shell: from import to the first window ${first.toFixed(0)} ms the first time, ` +
      `${median.toFixed(0)} ms median of ${ROUNDS}, of ${START_MAX_MS}\n`,
  );
  if (bytes > BUNDLE_MAX_BYTES || median > START_MAX_MS)
    throw new Error('The shell exceeds the limit of its size or of its start.');
}
