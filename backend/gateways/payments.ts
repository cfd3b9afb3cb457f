import type { PaymentProvider } from '#shared/api/purchases.ts';
import type { Config } from '../config.ts';

/** What the buyer pays for. `amount` is in minor units of `currency`; the page closes at `expiresAt`. */
export interface CheckoutOrder {
  purchaseId: string;
  title: string;
  amount: number;
  currency: string;
  /** Path of this app to which the buyer returns. */
  returnPath: string;
  expiresAt: Date;
}

/** A page on which the buyer pays: its id, and its address or a path of this app. */
interface Checkout {
  id: string;
  url: string;
}

/** What was paid: its id at the provider, which a refund names, and the amount in minor units of the currency. */
export interface ReceivedPayment {
  paymentId: string;
  amount: number;
  /** An ISO 4217 code. */
  currency: string;
}

/**
 * How far a payment is: `submitted` waits for the bank; nothing can be paid any more on a page that is `failed` or
 * `expired`; `unknown` is a page of another account at the provider, which cannot be looked up.
 */
export type CheckoutState =
  | { state: 'open' | 'submitted' | 'failed' | 'expired' | 'unknown' }
  | ({ state: 'paid' } & ReceivedPayment);

/**
 * A refund to be made. `key` identifies it: a repeat with the same key makes no second one. `refundId` is what an
 * earlier attempt returned, null before.
 */
export interface RefundOrder {
  purchaseId: string;
  paymentId: string;
  key: string;
  refundId: string | null;
}

/** How far a refund is. `refundId` is null when the provider has refunded the payment before. */
export interface RefundState {
  state: 'done' | 'pending' | 'failed';
  refundId: string | null;
}

/**
 * What a provider reports: a payment names its purchase; a refund or a dispute names the payment, the purchase or both.
 * `other` is of no interest to this server.
 */
export type PaymentReport =
  | ({ kind: 'paid'; purchaseId: string } & ReceivedPayment)
  | { kind: 'submitted' | 'failed' | 'expired'; purchaseId: string }
  | { kind: 'refunded'; purchaseId: string | null; paymentId: string | null }
  | {
      kind: 'disputed' | 'dispute-lost' | 'dispute-won';
      purchaseId: string | null;
      paymentId: string | null;
      disputeId: string;
    }
  | { kind: 'refund-failed'; purchaseId: string | null; paymentId: string | null; refundId: string }
  | { kind: 'other' };

/** A report with its id, which is the same whenever the provider repeats it, and its type there. */
export type PaymentEvent = PaymentReport & { eventId: string; type: string };

/** A payment provider. Every method but `readEvent` may throw {@link PaymentsAwayError}. */
export interface Payments {
  provider: PaymentProvider;
  /** Opens the page of a purchase; a repeat with the same order returns the same page. @throws AmountRefusedError. */
  openCheckout(order: CheckoutOrder): Promise<Checkout>;
  /** Closes a page on which no one has paid, and returns its state, also of one that cannot be closed. */
  closeCheckout(checkoutId: string): Promise<CheckoutState>;
  loadCheckout(checkoutId: string): Promise<CheckoutState>;
  refund(order: RefundOrder): Promise<RefundState>;
  /** Returns what was paid and for which purchase; null for a payment of something else. */
  findPayment(paymentId: string): Promise<(ReceivedPayment & { purchaseId: string }) | null>;
  /**
   * Reads a report; null when its signature is wrong, too old or from the future, or when what is signed is no report.
   * Absent without reports.
   */
  readEvent?(body: Buffer, signature: string): PaymentEvent | null;
  /** Lists the reports of refunds and disputes since a time, in their order. Absent without reports. */
  listEvents?(since: Date): Promise<PaymentEvent[]>;
}

/** Thrown when the provider takes no payment of such an amount. */
export class AmountRefusedError extends Error {
  override readonly name = 'AmountRefusedError';
  readonly isTooLow: boolean;

  constructor(isTooLow: boolean, options: ErrorOptions) {
    super(isTooLow ? 'the amount is too low' : 'the amount is too high', options);
    this.isTooLow = isTooLow;
  }
}

/** Thrown when the provider cannot be reached or has a fault of its own. */
export class PaymentsAwayError extends Error {
  override readonly name = 'PaymentsAwayError';
}

/**
 * Opens the payment provider of the settings; null without one. The SDK of Stripe is loaded only when it is used, since
 * it is large.
 */
export async function openPayments({
  payments,
  publicUrl,
}: Pick<Config, 'payments' | 'publicUrl'>): Promise<Payments | null> {
  if (!payments) return null;
  if (payments.provider === 'test') return createTestPayments();
  const { createStripePayments } = await import('./stripe-payments.ts');
  return createStripePayments(payments, publicUrl);
}

/**
 * Creates the provider of a development machine: the buyer says on a page of this app whether the payment succeeds, and
 * no money is involved.
 */
function createTestPayments(): Payments {
  return {
    provider: 'test',
    openCheckout: async ({ purchaseId, returnPath }) => ({ id: `test-${purchaseId}`, url: returnPath }),
    closeCheckout: async () => ({ state: 'expired' }),
    loadCheckout: async () => ({ state: 'expired' }),
    findPayment: async () => null,
    refund: async ({ purchaseId }) => ({ state: 'done', refundId: `test-${purchaseId}` }),
  };
}
