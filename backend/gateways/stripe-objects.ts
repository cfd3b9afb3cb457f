import type Stripe from 'stripe';
import { stripeUnitsOf } from '#shared/price-limits.ts';
import type { RefundState } from './payments.ts';

/** The field of metadata that names the purchase. */
export const PURCHASE = 'purchase';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Converts an amount in minor units to the unit of Stripe's API. */
export function toStripeAmount(amount: number, currency: string): number {
  return amount * stripeUnitsOf(currency);
}

/** Converts what Stripe has received to minor units, which can have a fraction, and an ISO 4217 code. */
export function fromStripeAmount(amount: number, stripeCurrency: string): { amount: number; currency: string } {
  const currency = stripeCurrency.toUpperCase();
  return { amount: amount / stripeUnitsOf(currency), currency };
}

/** Returns the purchase of an object; null for one of something else, for which the account may also be used. */
export function purchaseOf({ metadata }: { metadata?: Stripe.Metadata | null | undefined }): string | null {
  const id = metadata?.[PURCHASE] ?? '';
  return UUID.test(id) ? id : null;
}

/** Returns the id of an object that Stripe has expanded or not; null without one. */
export function idOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'object' ? (object?.id ?? null) : (object ?? null);
}

/** Converts the status of a refund. */
export function refundStateOf(status: string | null): RefundState['state'] {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'pending' || status === 'requires_action' ? 'pending' : 'done';
}
