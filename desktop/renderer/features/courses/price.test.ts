import { expect, test } from 'vitest';
import { formatPrice } from './price.ts';

test.each([
  [0, 'USD', 'Free'],
  [1900, 'USD', '$19'],
  [1950, 'USD', '$19.50'],
  [5, 'USD', '$0.05'],
  [1900, 'JPY', '¥1,900'],
])('%i minor units of %s are formatted as %s', (price, currency, text) => {
  expect(formatPrice(price, currency)).toBe(text);
});
