import { currencyFormat, minorDigits } from '#shared/money.ts';
import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

/** Formats a price in minor units: 'Free' for 0, else in the user's locale without trailing zeros. */
export function formatPrice(price: number, currency: string): string {
  if (price === 0) return 'Free';
  const format = currencyFormat(currency, { locale: OWN_LOCALE, trailingZeroDisplay: 'stripIfInteger' });
  return format.format(price / 10 ** minorDigits(currency));
}

/** Returns a price in minor units as the text of a field: '19' or '19.50'. */
export function priceTextOf(price: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = (price / 10 ** digits).toFixed(digits);
  return text.replace(/\.0+$/, '');
}

/** Parses the text of a price field, with a point or a comma, to minor units; null when it is not a price. */
export function parsePrice(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole, decimals = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || decimals.length > digits) return null;
  return Number(whole + decimals.padEnd(digits, '0'));
}
