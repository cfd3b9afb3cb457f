import { minorDigits } from './money.ts';

/**
 * For each currency of Stripe: about how many units a US dollar is worth, and Stripe's minimum charge in units where it
 * names one (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). The rates are estimates of one
 * digit that were not looked up: they only keep a price plausible.
 */
const CURRENCIES = `
  AED 4 2, AFN 70, ALL 80, AMD 400, ANG 2, AOA 900, ARS 1000, AUD 2 0.5, AWG 2, AZN 2, BAM 2, BBD 2, BDT 100, BGN 2 1,
  BHD 0.4, BIF 3000, BMD 1, BND 1, BOB 7, BRL 5 0.5, BSD 1, BWP 10, BYN 3, BZD 2, CAD 1 0.5, CDF 2000, CHF 0.8 0.5,
  CLP 900, CNY 7, COP 4000, CRC 500, CVE 100, CZK 20 15, DJF 200, DKK 6 2.5, DOP 60, DZD 100, EGP 50, ETB 200,
  EUR 0.9 0.5, FJD 2, FKP 0.8, GBP 0.8 0.3, GEL 3, GIP 0.8, GMD 70, GNF 9000, GTQ 8, GYD 200, HKD 8 4, HNL 30, HTG 100,
  HUF 300 175, IDR 20000, ILS 3, INR 90 0.5, ISK 100, JMD 200, JOD 0.7, JPY 200 50, KES 100, KGS 90, KHR 4000, KMF 400,
  KRW 1000, KWD 0.3, KYD 0.8, KZT 500, LAK 20000, LBP 90000, LKR 300, LRD 200, LSL 20, LYD 5, MAD 9, MDL 20, MGA 5000,
  MKD 50, MMK 2000, MNT 4000, MOP 8, MUR 50, MVR 20, MWK 2000, MXN 20 10, MYR 4 2, MZN 60, NAD 20, NGN 1000, NIO 40,
  NOK 10 3, NPR 100, NZD 2 0.5, OMR 0.4, PAB 1, PEN 3, PGK 4, PHP 60, PKR 300, PLN 4 2, PYG 7000, QAR 4, RON 4 2,
  RSD 100, RUB 80, RWF 1000, SAR 4, SBD 8, SCR 10, SEK 10 3, SGD 1 0.5, SHP 0.8, SLE 20, SOS 600, SRD 40, STD 20000,
  SZL 20, THB 30 10, TJS 9, TND 3, TOP 2, TRY 40, TTD 7, TWD 30, TZS 2000, UAH 40, UGX 4000, USD 1 0.5, UYU 40,
  UZS 10000, VND 30000, VUV 100, WST 3, XAF 600, XCD 3, XOF 600, XPF 100, YER 200, ZAR 20, ZMW 20`;

const LIMITS = new Map(
  CURRENCIES.split(',').map((entry) => {
    const [code = '', perDollar, least] = entry.trim().split(' ');
    return [code, { perDollar: Number(perDollar), least: least === undefined ? null : Number(least) }];
  }),
);

/** What the highest price is worth, about, in US dollars. */
const HIGHEST_DOLLARS = 10_000;
/** The highest price of a currency that is not in the list, and of none less: in minor units. */
const HIGHEST_AT_LEAST = 1_000_000;
/**
 * Stripe takes amounts of eight digits, and of twelve in Indonesian rupiah
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). These are its own units, which are
 * hundredths of most currencies without decimals.
 */
const STRIPE_DIGITS = 8;
const STRIPE_DIGITS_OF: Readonly<Record<string, number>> = { IDR: 12 };
/**
 * The currencies that Stripe counts in whole units. It counts all others in hundredths, such as HUF and ISK, which are
 * written without decimals, or in thousandths. Source: https://docs.stripe.com/currencies#zero-decimal
 */
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const HUNDREDTHS = 2;

/** Returns how many units of Stripe's API a minor unit of a currency has. */
export function stripeUnitsOf(currency: string): number {
  const digits = minorDigits(currency);
  return WHOLE_UNITS.has(currency) || digits >= HUNDREDTHS ? 1 : 10 ** (HUNDREDTHS - digits);
}

/**
 * Returns the lowest price above zero of an item, in minor units of a currency. `currency` is an ISO 4217 code. In a
 * currency without a known minimum every price above zero is taken, and the payment provider decides. It holds without
 * payments too, so that a price stays payable when they are set up, as does {@link highestPrice}.
 */
export function leastPrice(currency: string): number {
  const least = LIMITS.get(currency)?.least ?? null;
  return least === null ? 1 : Math.round(least * 10 ** minorDigits(currency));
}

/**
 * Returns the highest price of an item, in minor units of a currency: worth about 10,000 US dollars, or the most that
 * Stripe takes in one payment if that is less, as in Lebanese pounds.
 */
export function highestPrice(currency: string): number {
  const perDollar = LIMITS.get(currency)?.perDollar ?? 0;
  const worth = Math.round(HIGHEST_DOLLARS * perDollar * 10 ** minorDigits(currency));
  const most = 10 ** (STRIPE_DIGITS_OF[currency] ?? STRIPE_DIGITS) - 1;
  return Math.min(Math.max(worth, HIGHEST_AT_LEAST), Math.floor(most / stripeUnitsOf(currency)));
}

/** Returns whether an item can cost a price in minor units: nothing, or what can be paid at once. */
export function isPriceAllowed(price: number, currency: string): boolean {
  return price === 0 || (price >= leastPrice(currency) && price <= highestPrice(currency));
}
