import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time.ts';

const PRELOADED = new URL('shifted-clock.ts', import.meta.url).href;
const PRINTED =
  'console.log(JSON.stringify([Date.now(), new Date().getTime(), new Date(5).getTime(), Date.UTC(2000)]))';

it.each([3 * HOUR_MS, -3 * HOUR_MS])('shifts the current time by %i ms, and no other time', (shiftMs) => {
  const env = { ...process.env, FAULTS_CLOCK_SHIFT_MS: String(shiftMs) };
  const before = Date.now();
  const printed = execFileSync(process.execPath, ['--import', PRELOADED, '--eval', PRINTED], { env, encoding: 'utf8' });
  const [called, made, given, calculated] = JSON.parse(printed) as number[];
  for (const time of [called, made]) {
    expect(time).toBeGreaterThanOrEqual(before + shiftMs);
    expect(time).toBeLessThanOrEqual(Date.now() + shiftMs);
  }
  expect([given, calculated]).toEqual([5, Date.UTC(2000)]);
});
