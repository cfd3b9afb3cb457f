import { expect, it } from 'vitest';
import { COURSE_LIMITS } from './limits.ts';
import { minorDigits } from './money.ts';
import { highestPrice, isPriceAllowed, leastPrice, stripeUnitsOf } from './price-limits.ts';

const CURRENCIES = Intl.supportedValuesOf('currency');

it.each([
  [0, 'USD', true],
  [10, 'USD', false],
  [49, 'USD', false],
  [50, 'USD', true],
  [49, 'JPY', false],
  [174, 'HUF', false],
  [175, 'HUF', true],
  [1, 'ISK', true],
  [1_000_000, 'USD', true],
  [1_000_001, 'USD', false],
  [12_500_000, 'VND', true],
  [165_000_000, 'IDR', true],
  [200_000_001, 'IDR', false],
])('%i minor units of %s are allowed: %o', (price, currency, isAllowed) => {
  expect(isPriceAllowed(price, currency)).toBe(isAllowed);
});

it.each([
  ['USD', 1_000_000],
  ['EUR', 1_000_000],
  ['JPY', 2_000_000],
  ['INR', 90_000_000],
  ['KRW', 10_000_000],
  ['KWD', 3_000_000],
  ['TND', 30_000_000],
  ['IDR', 200_000_000],
  // Eight digits in the units of Stripe, which are whole or hundredths.
  ['VND', 99_999_999],
  ['HUF', 999_999],
  ['LBP', 999_999],
  ['UZS', 99_999_999],
])('the highest price in %s is %i minor units', (currency, price) => {
  expect(highestPrice(currency)).toBe(price);
});

it('a currency without a known minimum takes every price above zero', () => {
  expect(leastPrice('ISK')).toBe(1);
});

it('names limits that Stripe and the database take, in every currency', () => {
  for (const currency of CURRENCIES) {
    const [least, most] = [leastPrice(currency), highestPrice(currency)];
    expect(Number.isSafeInteger(least) && least >= 1 && least * 100 < most, currency).toBe(true);
    // Stripe takes amounts of three decimals if the last one is 0.
    if (minorDigits(currency) === 3) expect([least === 1 ? 0 : least % 10, most % 10]).toEqual([0, 0]);
    expect(most * stripeUnitsOf(currency), currency).toBeLessThan(currency === 'IDR' ? 1e12 : 1e8);
  }
  expect(Math.max(...CURRENCIES.map(highestPrice))).toBe(COURSE_LIMITS.priceMax);
});
