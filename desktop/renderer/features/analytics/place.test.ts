import { expect, it } from 'vitest';
import { checkRange, periodOf, readPlace, writePlace } from './place.ts';

it.each([
  'from=2026-01-01&to=2026-02-15&item=c1',
  '',
  'days=7&compare=true&metric=likes',
  'days=365',
  'metric=revenue',
])('reads what it writes: %s', (query) => {
  const place = readPlace(new URLSearchParams(query));
  expect(writePlace(new URLSearchParams(), place).toString()).toBe(query);
});

it('ignores unknown values and leaves other parameters', () => {
  const search = new URLSearchParams('numbers=1&days=8&metric=luck&compare=yes');
  const place = readPlace(search);
  expect(place).toEqual({ days: 28, range: null, item: null, isCompared: false, metric: null });
  expect(writePlace(search, place).toString()).toBe('numbers=1');
});

it.each([
  ['2026-01-01', '2026-03-01', null],
  ['2026-02-30', '2026-03-01', 'Choose two days'],
  ['', '2026-03-01', 'Choose two days'],
  ['2026-03-01', '2026-02-01', 'The first day is after the last one'],
  ['2026-03-01', '2026-03-03', 'Choose days up to today'],
  ['2019-12-31', '2020-01-01', 'Choose days up to today'],
  ['2025-03-01', '2026-03-02', 'Choose at most 366 days'],
])('checks the days from %s to %s', (from, to, fault) => {
  expect(checkRange({ from, to }, Date.parse('2026-03-02T12:00:00Z'))).toBe(fault);
});

it('ends a period today, in UTC', () => {
  const late = Date.parse('2026-03-01T23:30:00-05:00');
  expect(periodOf({ days: 7, range: null }, late)).toEqual({ from: '2026-02-24', to: '2026-03-02' });
});
