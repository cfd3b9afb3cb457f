import { expect, it } from 'vitest';
import { isZone, OWN_ZONE, zoneOrUtc } from './own-zone.ts';

it.each(['Etc/Unknown', 'Mars/Olympus', '', undefined])('replaces %s, which no browser can format, by UTC', (zone) => {
  expect(zoneOrUtc(zone)).toBe('UTC');
});

it.each(['Europe/Berlin', 'Asia/Calcutta', 'UTC', '+05:30'])('keeps %s', (zone) => {
  expect(zoneOrUtc(zone)).toBe(zone);
});

it('gives a zone with which times can be formatted', () => {
  expect(isZone(OWN_ZONE)).toBe(true);
});
