import { expect, it } from 'vitest';
import { periodOf, readPlace, writePlace } from './place.ts';

it.each(['', 'days=7&compare=true&metric=likes', 'days=365', 'metric=revenue'])('reads what it writes: %s', (query) => {
  const place = readPlace(new URLSearchParams(query));
  expect(writePlace(new URLSearchParams(), place).toString()).toBe(query);
});

it('ignores unknown values and leaves other parameters', () => {
  const search = new URLSearchParams('numbers=1&days=8&metric=luck&compare=yes');
  const place = readPlace(search);
  expect(place).toEqual({ days: 28, isCompared: false, metric: null });
  expect(writePlace(search, place).toString()).toBe('numbers=1');
});

it('ends a period today, in UTC', () => {
  const late = Date.parse('2026-03-01T23:30:00-05:00');
  expect(periodOf(7, late)).toEqual({ from: '2026-02-24', to: '2026-03-02' });
});
