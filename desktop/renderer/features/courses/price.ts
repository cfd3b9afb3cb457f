/** Formats a price in minor units: 'Free' for 0, else in the user's locale without trailing zeros. */
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
