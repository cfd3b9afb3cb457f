import { expect, test } from 'vitest';
import { formatPrice, parsePrice, priceTextOf } from './price.ts';

test.each([
  [0, 'USD', 'Free'],
  [1900, 'USD', '$19'],
  [1950, 'USD', '$19.50'],
  [5, 'USD', '$0.05'],
  [1900, 'JPY', '¥1,900'],
])('%i minor units of %s are formatted as %s', (price, currency, text) => {
  expect(formatPrice(price, currency)).toBe(text);
});

test.each([
  ['19', 'USD', 1900],
  [' 19.5 ', 'USD', 1950],
  ['19,50', 'USD', 1950],
  ['0', 'USD', 0],
  ['1900', 'JPY', 1900],
  ['19.50', 'JPY', null],
  ['19.505', 'USD', null],
  ['-1', 'USD', null],
  ['free', 'USD', null],
  ['', 'USD', null],
])('%o as a price in %s is %o minor units', (text, currency, price) => {
  expect(parsePrice(text, currency)).toBe(price);
});

test.each([
  [1900, 'USD', '19'],
  [1950, 'USD', '19.50'],
  [5, 'USD', '0.05'],
  [1900, 'JPY', '1900'],
])('%i minor units of %s are edited as %s', (price, currency, text) => {
  expect(priceTextOf(price, currency)).toBe(text);
  expect(parsePrice(text, currency)).toBe(price);
});
