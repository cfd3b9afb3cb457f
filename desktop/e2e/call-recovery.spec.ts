import { expect, test, type Browser } from '@playwright/test';
import { measureRecovery, type Interruption } from '../testing/calls/recovery.ts';
import { buildSessionPage } from '../testing/calls/session-stage.ts';
import { launchWithDevices } from './browser.ts';

const REPEATS = 3;

let script: string;
let browser: Browser;

test.beforeAll(async () => {
  script = await buildSessionPage();
  browser = await launchWithDevices();
});
test.afterAll(() => browser.close());

/** Returns the median of the times until both sides see each other again, in milliseconds. */
async function median(interruption: Interruption, repeats = REPEATS): Promise<number> {
  const times = await measureRecovery([browser], script, { interruption, repeats });
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

test('a call goes on after eight seconds without a network', async () => {
  const time = await median({ kind: 'outage', outageMs: 8_000 }, 1);
  expect(time).toBeGreaterThan(8_000);
  expect(time).toBeLessThan(8_000 + 4_000);
});

test('a call moves to a new path within a second of the event of the network', async () => {
  expect(await median({ kind: 'path', event: 'caller' })).toBeLessThan(1_000);
  // The callee asks the caller for the restart.
  expect(await median({ kind: 'path', event: 'callee' })).toBeLessThan(1_000);
});

test('a call moves to a new path within four seconds without an event', async () => {
  expect(await median({ kind: 'path', event: 'none' })).toBeLessThan(4_000);
});
