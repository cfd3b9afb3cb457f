/** Formats a price in minor units: 'Free' for 0, else in the user's locale without trailing zeros. */
export function formatPrice(price: number, currency: string): string {
  if (price === 0) return 'Free';
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(price / 10 ** digitsOf(currency));
}

/** Returns how many digits the minor unit of a currency has: 2 for USD, 0 for JPY. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Parses a price that was written in whole units, with a point or a comma; null when it is not one. */
export function parsePrice(text: string, currency: string): number | null {
  const [, whole = '', part = ''] = /^(\d{1,7})(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  const digits = digitsOf(currency);
  if (whole === '' || part.length > digits) return null;
  return Number(whole + part.padEnd(digits, '0'));
}

/** Writes a price in minor units for a field, in whole units: 1950 as "19.5". */
export function priceField(price: number, currency: string): string {
  return String(price / 10 ** digitsOf(currency));
}
