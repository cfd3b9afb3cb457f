/**
 * The least amounts that can be paid, in minor units as money.ts counts them. They are the minimum charges of Stripe
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts), and hold without payments too, so that a
 * price stays payable when they are set up.
 */
const LEAST_PRICES: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 175,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};

/**
 * Returns the lowest price above zero of an item, in minor units of a currency. `currency` is an ISO 4217 code. In a
 * currency without a known minimum every price above zero is taken, and the payment provider decides.
 */
export function leastPrice(currency: string): number {
  return LEAST_PRICES[currency] ?? 1;
}

/** Whether a price in minor units is above zero and still below what can be paid. */
export function isBelowLeastPrice(price: number, currency: string): boolean {
  return price > 0 && price < leastPrice(currency);
}
