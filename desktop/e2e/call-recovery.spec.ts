import { expect, test, type Browser } from '@playwright/test';
import { measureRecovery, type Interruption } from '../testing/calls/recovery.ts';
import { buildSessionPage } from '../testing/calls/session-stage.ts';
import { launchWithDevices } from './browser.ts';

const REPEATS = 3;
/**
 * Limits of the recovery, in milliseconds. Each is below what the next slower way to recover needs, so that it holds on
 * a slow machine too; `npm run bench -- calls` prints the exact times. Without an event of the network the call notices
 * after 2 s that nothing arrives. Without that, it would wait for ICE, which takes 6 s, and for 5 s more.
 */
const LIMITS_MS = { event: 2_000, stall: 10_000, afterOutage: 8_000 } as const;

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
  expect(time).toBeLessThan(8_000 + LIMITS_MS.afterOutage);
});

test('a call moves to a new path by the event of the network, before it notices that nothing arrives', async () => {
  expect(await median({ kind: 'path', event: 'caller' })).toBeLessThan(LIMITS_MS.event);
  // The callee asks the caller for the restart.
  expect(await median({ kind: 'path', event: 'callee' })).toBeLessThan(LIMITS_MS.event);
});

test('without an event a call moves to a new path when nothing arrives, before ICE does', async () => {
  expect(await median({ kind: 'path', event: 'none' })).toBeLessThan(LIMITS_MS.stall);
});
