import Stripe from 'stripe';
import * as z from 'zod/mini';
import { SECOND_MS } from '#shared/time.ts';
import { databaseNowMs } from '../db/clock.ts';
import type { PaymentEvent, PaymentReport } from './payments.ts';
import { fromStripeAmount, idOf, purchaseOf, refundStateOf } from './stripe-objects.ts';

/**
 * How far the time of a report may be from now, in seconds. Stripe signs each attempt with its own time. Source:
 * https://docs.stripe.com/webhooks#replay-attacks
 */
const TOLERANCE_SECONDS = 300;

/** The time in the header of a signature. Source: https://docs.stripe.com/webhooks#verify-manually */
const SIGNED_AT = /(?:^|,)t=(\d{1,12})(?:,|$)/;

/** What a report must contain to be read. Stripe has many more fields, and other versions of its API still more. */
const eventSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.minLength(1), z.maxLength(255)),
  data: z.object({ object: z.looseObject({}) }),
});
const reference = z.nullish(z.union([z.string(), z.object({ id: z.string() })]));
const ofPayment = { payment_intent: reference, metadata: z.nullish(z.record(z.string(), z.string())) };
const session = z.object({
  ...ofPayment,
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
const charge = z.object({ ...ofPayment, refunded: z.boolean() });
const refund = z.object({ ...ofPayment, id: z.string(), status: z.nullable(z.string()) });
const dispute = z.object({ ...ofPayment, id: z.string(), status: z.string() });

type Session = z.infer<typeof session>;
type Refund = z.infer<typeof refund>;
type Dispute = z.infer<typeof dispute>;
type Reader = (object: unknown) => PaymentReport;

const OTHER = { kind: 'other' } as const;

/** Reads an object of its schema. */
const reading =
  <Schema extends z.ZodMiniType>(schema: Schema, read: (object: z.infer<Schema>) => PaymentReport): Reader =>
  (object) =>
    read(schema.parse(object));

/** Reads the object of each type of report that is of interest. */
const READERS: { [Type in Stripe.Event['type']]?: Reader } = {
  'checkout.session.completed': reading(session, paymentOf),
  'checkout.session.async_payment_succeeded': reading(session, paymentOf),
  'checkout.session.async_payment_failed': reading(session, (object) => ofPurchase('failed', object)),
  'checkout.session.expired': reading(session, (object) => ofPurchase('expired', object)),
  // A part of the amount that an operator refunds at Stripe ends nothing.
  'charge.refunded': reading(charge, (object) => (object.refunded ? { kind: 'refunded', ...namesOf(object) } : OTHER)),
  'refund.updated': reading(refund, failureOf),
  'refund.failed': reading(refund, failureOf),
  'charge.dispute.created': reading(dispute, (object) => ofDispute('disputed', object)),
  'charge.dispute.closed': reading(dispute, (object) =>
    ofDispute(object.status === 'lost' ? 'dispute-lost' : 'dispute-won', object),
  ),
};

/** Reads a report of Stripe. Returns null when it is not signed with the secret, not timely, or no report. */
export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  { body, signature }: { body: Buffer; signature: string },
): PaymentEvent | null {
  if (!isSigned(stripe, secret, { body, signature }) || !isTimely(signature)) return null;
  return toEvent(() => JSON.parse(body.toString('utf8')) as unknown);
}

/** Stripe lists at most so many at once. Source: https://docs.stripe.com/api/pagination */
const PAGE_MAX = 100;

/** Types of what an operator or a bank does with a payment after it was made; its page does not show it. */
const AFTER_PAYMENT = Object.keys(READERS).filter((type) => !type.startsWith('checkout.'));

/**
 * Lists refunds and disputes since a time, at most 30 days ago, in the order in which they happened. One that is no
 * report is left out. Source: https://docs.stripe.com/api/events/list
 */
export async function listStripeEvents(stripe: Stripe, since: Date): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  const created = { gte: Math.floor(since.getTime() / SECOND_MS) };
  for await (const listed of stripe.events.list({ types: AFTER_PAYMENT, created, limit: PAGE_MAX })) {
    const event = toEvent(() => listed);
    if (event) events.push(event);
  }
  return events.reverse();
}

/** Reads an event; null when it is none. */
function toEvent(read: () => unknown): PaymentEvent | null {
  try {
    const { id: eventId, type, data } = eventSchema.parse(read());
    const reader = Object.hasOwn(READERS, type) ? READERS[type as keyof typeof READERS] : undefined;
    return { eventId, type, ...(reader?.(data.object) ?? OTHER) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return null;
    throw error;
  }
}

function isSigned(stripe: Stripe, secret: string, { body, signature }: { body: Buffer; signature: string }): boolean {
  try {
    return stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_SECONDS) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** Whether the signature was made within the tolerance; Stripe's package accepts every time in the future. */
function isTimely(signature: string): boolean {
  const seconds = Number(SIGNED_AT.exec(signature)?.[1] ?? Number.NaN);
  return Math.abs(databaseNowMs() / SECOND_MS - seconds) <= TOLERANCE_SECONDS;
}

function failureOf(made: Refund): PaymentReport {
  if (refundStateOf(made.status) !== 'failed') return OTHER;
  return { kind: 'refund-failed', ...namesOf(made), refundId: made.id };
}

function paymentOf(paid: Session): PaymentReport {
  const paymentId = idOf(paid.payment_intent);
  const { amount_total: amount, currency } = paid;
  if (paid.payment_status !== 'paid' || paymentId === null || amount === null || currency === null)
    return ofPurchase('submitted', paid);
  const purchaseId = purchaseOf(paid);
  return purchaseId === null ? OTHER : { kind: 'paid', purchaseId, paymentId, ...fromStripeAmount(amount, currency) };
}

function ofPurchase(kind: 'submitted' | 'failed' | 'expired', about: Session): PaymentReport {
  const purchaseId = purchaseOf(about);
  return purchaseId === null ? OTHER : { kind, purchaseId };
}

function ofDispute(kind: 'disputed' | 'dispute-lost' | 'dispute-won', about: Dispute): PaymentReport {
  return { kind, ...namesOf(about), disputeId: about.id };
}

/** A dispute names the payment; a charge and a refund the purchase as well. */
function namesOf(about: Pick<Session, 'payment_intent' | 'metadata'>) {
  return { purchaseId: purchaseOf(about), paymentId: idOf(about.payment_intent) };
}
