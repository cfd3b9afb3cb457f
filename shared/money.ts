/**
 * Currencies that are written without decimals, and those with three; all others have two. The list is fixed, because
 * the engines' own tables differ (CLDR has no decimals for HUF, ISO 4217 has two) and a stored amount must have one
 * meaning.
 */
const NO_DECIMALS = new Set(
  `AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS STD SYP UGX VND
  VUV XAF XOF XPF YER`.split(/\s+/),
);
const THREE_DECIMALS = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/** How many digits the minor unit of a currency has: 2 for USD, 0 for JPY. `currency` is an ISO 4217 code. */
export function minorDigits(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** Formats an amount in minor units with its currency, in a locale; undefined is that of the program. */
export function formatAmount(amount: number, currency: string, locale: string | undefined): string {
  return currencyFormat(currency, { locale }).format(amount / 10 ** minorDigits(currency));
}

/** Creates a format of amounts of a currency, with the decimals of {@link minorDigits}. */
export function currencyFormat(
  currency: string,
  { locale, ...options }: Pick<Intl.NumberFormatOptions, 'trailingZeroDisplay'> & { locale: string | undefined },
): Intl.NumberFormat {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...options,
  });
}

/** Writes an amount in minor units as a plain number with the digits of its currency, for tables: `15.00`. */
export function amountText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
