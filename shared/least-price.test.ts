import { expect, test } from 'vitest';
import { isBelowLeastPrice, leastPrice } from './least-price.ts';

test.each([
  [0, 'USD', false],
  [10, 'USD', true],
  [49, 'USD', true],
  [50, 'USD', false],
  [49, 'JPY', true],
  [174, 'HUF', true],
  [175, 'HUF', false],
  [1, 'ISK', false],
])('%i minor units of %s are below the least price: %o', (price, currency, isBelow) => {
  expect(isBelowLeastPrice(price, currency)).toBe(isBelow);
});

test('a currency without a known minimum takes every price above zero', () => {
  expect(leastPrice('ISK')).toBe(1);
});
