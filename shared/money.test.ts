import { afterEach, expect, it, vi } from 'vitest';
import { amountText, formatAmount, minorDigits } from './money.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['USD', 2, '15.00'],
  ['JPY', 0, '1500'],
  ['HUF', 0, '1500'],
  ['KWD', 3, '1.500'],
])('counts the minor unit of %s with %i digits', (currency, digits, text) => {
  expect(minorDigits(currency)).toBe(digits);
  expect(amountText(1_500, currency)).toBe(text);
});

it('means the same amount in every browser, whose tables of currencies differ', () => {
  const original = Intl.NumberFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.NumberFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.NumberFormat) {
    return { ...original.call(this), minimumFractionDigits: 2, maximumFractionDigits: 2 };
  });
  expect(minorDigits('HUF')).toBe(0);
  expect(formatAmount(1_500, 'HUF', 'en')).toBe('HUF\u00a01,500');
});
