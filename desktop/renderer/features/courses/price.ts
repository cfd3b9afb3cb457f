/**
 * A price in words: 'Free' for 0, else in the visitor's own format without needless zeros. `price` is in minor units.
 * Source: decision 3.
 */
export function formatPrice(price: number, currency: string): string {
  if (price === 0) return 'Free';
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(price / 10 ** digits);
}
