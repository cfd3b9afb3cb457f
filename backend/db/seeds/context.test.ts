import { expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time.ts';
import { agoAtDaytime } from './context.ts';

const HOURS_AGO = Array.from({ length: 400 }, (_, i) => i * 0.7);

it.each([0, 3, 8, 9, 15, 22, 23.9])('dates what people write to their days, in order, when it is %s h', (hourNow) => {
  const now = Date.UTC(2026, 10, 22) + hourNow * HOUR_MS;
  const times = HOURS_AGO.map((hours) => agoAtDaytime(now, hours).createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(times[0]).toBeLessThanOrEqual(now);
  const hours = times.map((time) => (time % (24 * HOUR_MS)) / HOUR_MS);
  expect(Math.min(...hours)).toBeGreaterThanOrEqual(8);
  expect(Math.max(...hours)).toBeLessThanOrEqual(22);
});
