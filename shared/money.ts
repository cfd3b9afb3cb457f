/** How many digits the minor unit of a currency has: 2 for USD, 0 for JPY. `currency` is an ISO 4217 code. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Formats an amount in minor units with its currency, in the user's locale unless another one is named. */
export function formatAmount(amount: number, currency: string, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 10 ** minorDigits(currency));
}

/** Writes an amount in minor units as a plain number with the digits of its currency, for tables: `15.00`. */
export function amountText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
