import { expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time.ts';
import { createIdleWatch } from './idle-watch.ts';

const LIMIT_MS = 10 * MINUTE_MS;

/** Reads the watch at a second of the test, by default signed in, idle since the start and with nothing running. */
function start() {
  const watch = createIdleWatch(LIMIT_MS);
  const at = (second: number, reading: { idle?: number; isSignedIn?: boolean; isBusy?: boolean } = {}) => {
    const { idle = second, isSignedIn = true, isBusy = false } = reading;
    const step = watch.read({ nowMs: second * 1_000, idleMs: idle * 1_000, isSignedIn, isBusy });
    return step.kind === 'countdown' ? step.secondsLeft : step.kind;
  };
  return { at, stay: (second: number) => watch.stay(second * 1_000) };
}

it('counts down a minute and signs out', () => {
  const { at } = start();
  expect([at(0), at(599), at(600), at(601), at(659), at(660)]).toEqual(['active', 'active', 60, 59, 1, 'sign-out']);
});

it('is not ended by input, only by the member', () => {
  const { at, stay } = start();
  expect([at(600), at(630, { idle: 0 })]).toEqual([60, 30]);
  stay(631);
  expect([at(632, { idle: 632 }), at(1_230), at(1_231), at(1_291)]).toEqual(['active', 'active', 60, 'sign-out']);
});

it('signs out at once a computer that slept for longer', () => {
  const { at } = start();
  expect([at(100), at(7_200)]).toEqual(['active', 'sign-out']);
});

it('waits while a call or a video runs, but not for one that starts in the countdown', () => {
  const { at } = start();
  expect([at(595, { isBusy: true }), at(700, { isBusy: true }), at(1_299), at(1_300)]).toEqual([
    'active',
    'active',
    'active',
    60,
  ]);
  expect([at(1_310, { isBusy: true }), at(1_360, { isBusy: true })]).toEqual([50, 'sign-out']);
});

it('does nothing while no one is signed in, and ends a countdown at sign-out', () => {
  const { at } = start();
  expect([at(6_000, { isSignedIn: false }), at(6_001, { idle: 600 })]).toEqual(['active', 60]);
  expect(at(6_002, { idle: 601, isSignedIn: false })).toBe('active');
  expect(at(6_003, { idle: 0 })).toBe('active');
});

it('never signs out without a limit', () => {
  const watch = createIdleWatch(Infinity);
  expect(watch.read({ nowMs: 0, idleMs: 1e12, isSignedIn: true, isBusy: false })).toEqual({ kind: 'active' });
});
