import { describe, expect, it } from 'vitest';
import type { OfficeHours } from './api/privacy.ts';
import { daySpans, officeHoursIn } from './office-hours.ts';
import { quietWindow } from './quiet-hours.ts';

const hours = (more: Partial<OfficeHours> = {}): OfficeHours => ({
  isOn: true,
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
  zone: 'Europe/Stockholm',
  ...more,
});
const WINTER = new Date('2026-01-14T12:00:00Z');
const SUMMER = new Date('2026-07-15T12:00:00Z');
const at = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

describe('officeHoursIn', () => {
  it.each([
    ['the same zone', hours(), 'Europe/Stockholm', WINTER, [1, 2, 3, 4, 5], '09:00', '17:00'],
    ['a zone of half an hour', hours(), 'Asia/Kolkata', WINTER, [1, 2, 3, 4, 5], '13:30', '21:30'],
    ['the day before', hours({ zone: 'Asia/Tokyo' }), 'America/Los_Angeles', WINTER, [1, 2, 3, 4, 7], '16:00', '00:00'],
    [
      'the day after',
      hours({ zone: 'America/Los_Angeles', from: '17:00', to: '20:00', days: [7] }),
      'Asia/Tokyo',
      WINTER,
      [1],
      '10:00',
      '13:00',
    ],
    [
      'summer time of one of the two',
      hours({ zone: 'America/Phoenix' }),
      'America/Denver',
      SUMMER,
      [1, 2, 3, 4, 5],
      '10:00',
      '18:00',
    ],
    ['hours past midnight', hours({ from: '22:00', to: '02:00' }), 'UTC', WINTER, [1, 2, 3, 4, 5], '21:00', '01:00'],
  ])('moves them to %s', (_case, from, zone, now, days, start, end) => {
    expect(officeHoursIn(from, zone, now)).toEqual({ days, fromMinute: at(start), toMinute: at(end) });
  });
});

it.each([
  [[1, 2, 3, 4, 5], [[1, 5]]],
  [
    [1, 2, 3, 5],
    [
      [1, 3],
      [5, 5],
    ],
  ],
  [[1, 6, 7], [[6, 1]]],
  [[1, 2, 3, 4, 5, 6, 7], [[1, 7]]],
  [[], []],
])('days %j are in the spans %j', (days, spans) => {
  expect(daySpans(days)).toEqual(spans);
});

describe('quietWindow', () => {
  const quiet = { isOn: true, from: '22:00', to: '07:00', zone: 'Europe/Stockholm' };
  it.each([
    ['that applies', '2026-01-14T23:10:20Z', ['2026-01-14T23:10:20.000Z', '2026-01-15T06:00:00.000Z']],
    ['that is next', '2026-01-14T12:10:20Z', ['2026-01-14T21:00:00.000Z', '2026-01-15T06:00:00.000Z']],
  ])('is the one %s', (_case, now, [from, until]) => {
    const window = quietWindow(quiet, new Date(now));
    expect([window?.from.toISOString(), window?.until.toISOString()]).toEqual([from, until]);
  });

  it('is none while they are off', () => {
    expect(quietWindow({ ...quiet, isOn: false }, WINTER)).toBeNull();
  });
});
