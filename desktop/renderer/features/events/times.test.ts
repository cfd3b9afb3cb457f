import { expect, it } from 'vitest';
import { endMsOf, isOtherClock, localOf, momentOf } from './times.ts';

it.each([
  ['2027-01-15T18:30', 'Europe/Berlin', '2027-01-15T17:30:00.000Z'],
  ['2027-07-15T18:30', 'Europe/Berlin', '2027-07-15T16:30:00.000Z'],
  ['2027-07-15T18:30', 'Asia/Kathmandu', '2027-07-15T12:45:00.000Z'],
  ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-12-31T23:30', 'America/New_York', '2028-01-01T04:30:00.000Z'],
])('%s in %s is %s, and back', (local, zone, iso) => {
  expect(momentOf(local, zone)).toBe(iso);
  expect(localOf(iso, zone)).toBe(local);
});

it('returns undefined for an empty time', () => {
  expect(momentOf('', 'UTC')).toBeUndefined();
});

it('compares local times, not names of zones', () => {
  expect(isOtherClock('2027-01-15T12:00:00.000Z', new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(false);
});

it('assumes an hour without an end', () => {
  expect(endMsOf({ date: '2027-01-15T12:00:00.000Z', endsAt: null })).toBe(Date.parse('2027-01-15T13:00:00.000Z'));
});
