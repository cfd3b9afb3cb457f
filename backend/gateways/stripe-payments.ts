import Stripe from 'stripe';
import { minorDigits } from '#shared/money.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { StripeSettings } from '../config.ts';
import {
  AmountRefusedError,
  PaymentsAwayError,
  type CheckoutOrder,
  type CheckoutState,
  type PaymentEvent,
  type PaymentReport,
  type Payments,
  type RefundOrder,
  type RefundState,
} from './payments.ts';

/** How long Stripe may take to respond, in milliseconds. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** A repeat after a lost response carries the same idempotency key. */
const RETRIES = 1;
/** How old the signature of a report may be, in seconds; Stripe signs each attempt anew. */
const TOLERANCE_SECONDS = 300;
/** The field of metadata that names the purchase. */
const PURCHASE = 'purchase';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The currencies that Stripe counts in whole units. It counts all others in hundredths, such as HUF and ISK, which are
 * written without decimals, or in thousandths. Source: https://docs.stripe.com/currencies#zero-decimal
 */
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const HUNDREDTHS = 2;

/** Converts an amount in minor units to the unit of Stripe's API. */
export function toStripeAmount(amount: number, currency: string): number {
  const digits = minorDigits(currency);
  return WHOLE_UNITS.has(currency) || digits >= HUNDREDTHS ? amount : amount * 10 ** (HUNDREDTHS - digits);
}

/** Creates the adapter of Stripe: the buyer pays on a page of Stripe (Checkout); no card data reaches Lyceum. */
export function createStripePayments(settings: StripeSettings, publicUrl: string): Payments {
  const api = settings.apiUrl === undefined ? undefined : new URL(settings.apiUrl);
  const stripe = new Stripe(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(api && { host: api.hostname, port: api.port, protocol: api.protocol === 'http:' ? 'http' : 'https' }),
  });
  return {
    provider: 'stripe',
    openCheckout: (order) => guard(() => openCheckout(stripe, order, publicUrl)),
    closeCheckout: (checkoutId) => guard(() => closeCheckout(stripe, checkoutId)),
    loadCheckout: (checkoutId) => guard(() => loadCheckout(stripe, checkoutId)),
    refund: (order) => guard(() => refund(stripe, order)),
    findPurchase: (paymentId) => guard(() => findPurchase(stripe, paymentId)),
    readEvent: (body, signature) => readEvent(stripe, settings.webhookSecret, { body, signature }),
  };
}

async function openCheckout(stripe: Stripe, order: CheckoutOrder, publicUrl: string) {
  const { purchaseId, title, amount, currency, returnPath, expiresAt } = order;
  const metadata = { [PURCHASE]: purchaseId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: purchaseId,
      metadata,
      // The charge copies them, so that a refund or a dispute names the purchase as well.
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: toStripeAmount(amount, currency),
            product_data: { name: title },
          },
        },
      ],
      success_url: publicUrl + returnPath,
      // The page of the purchase then says that nothing was paid.
      cancel_url: `${publicUrl}${returnPath}&cancelled=1`,
      expires_at: Math.floor(expiresAt.getTime() / SECOND_MS),
    },
    { idempotencyKey: purchaseId },
  );
  if (session.url === null) throw new Error('Stripe returned a checkout without an address');
  return { id: session.id, url: session.url };
}

async function closeCheckout(stripe: Stripe, checkoutId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(checkoutId);
  } catch (error) {
    // It is paid or expired.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** States of a payment that the bank has refused. */
const FAILED = new Set(['requires_payment_method', 'canceled']);

async function loadCheckout(stripe: Stripe, checkoutId: string): Promise<CheckoutState> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId, { expand: ['payment_intent'] });
  const { payment_intent: intent, payment_status: payment, status } = session;
  const paymentId = idOf(intent);
  if (payment === 'paid' && paymentId !== null) return { state: 'paid', paymentId };
  if (status !== 'complete') return { state: status === 'expired' ? 'expired' : 'open' };
  const isFailed = typeof intent === 'object' && FAILED.has(intent?.status ?? '');
  return { state: isFailed ? 'failed' : 'submitted' };
}

async function refund(stripe: Stripe, { purchaseId, paymentId, key, refundId }: RefundOrder): Promise<RefundState> {
  try {
    const made =
      refundId === null
        ? await stripe.refunds.create(
            { payment_intent: paymentId, metadata: { [PURCHASE]: purchaseId } },
            { idempotencyKey: key },
          )
        : await stripe.refunds.retrieve(refundId);
    return { state: refundStateOf(made.status), refundId: made.id };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded')
      return { state: 'done', refundId: null };
    throw error;
  }
}

async function findPurchase(stripe: Stripe, paymentId: string): Promise<string | null> {
  try {
    return purchaseOf(await stripe.paymentIntents.retrieve(paymentId));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

function refundStateOf(status: string | null): RefundState['state'] {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'pending' || status === 'requires_action' ? 'pending' : 'done';
}

function readEvent(
  stripe: Stripe,
  secret: string,
  { body, signature }: { body: Buffer; signature: string },
): PaymentEvent | null {
  try {
    return toPaymentEvent(stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

/** What an event of a type is about. */
type ObjectOf<Type> = Extract<Stripe.Event, { type: Type }>['data']['object'];

const OTHER = { kind: 'other' } as const;

/** Reads the object of each type of report that is of interest. */
const READERS: { [Type in Stripe.Event['type']]?: (object: ObjectOf<Type>) => PaymentReport } = {
  'checkout.session.completed': paymentOf,
  'checkout.session.async_payment_succeeded': paymentOf,
  'checkout.session.async_payment_failed': (session) => ofPurchase('failed', session),
  'checkout.session.expired': (session) => ofPurchase('expired', session),
  // A part of the amount that an operator refunds at Stripe ends nothing.
  'charge.refunded': (charge) => (charge.refunded ? { kind: 'refunded', ...namesOf(charge) } : OTHER),
  'refund.updated': failureOf,
  'refund.failed': failureOf,
  'charge.dispute.created': (dispute) => ofDispute('disputed', dispute),
  'charge.dispute.closed': (dispute) => ofDispute(dispute.status === 'lost' ? 'dispute-lost' : 'dispute-won', dispute),
};

function toPaymentEvent({ id: eventId, type, data }: Stripe.Event): PaymentEvent {
  // The type of an event determines that of its object.
  const reader = READERS[type] as ((object: unknown) => PaymentReport) | undefined;
  return { eventId, type, ...(reader?.(data.object) ?? OTHER) };
}

function failureOf(made: Stripe.Refund): PaymentReport {
  if (refundStateOf(made.status) !== 'failed') return OTHER;
  return { kind: 'refund-failed', ...namesOf(made), refundId: made.id };
}

function paymentOf(session: Stripe.Checkout.Session): PaymentReport {
  const paymentId = idOf(session.payment_intent);
  if (session.payment_status !== 'paid' || paymentId === null) return ofPurchase('submitted', session);
  const purchaseId = purchaseOf(session);
  return purchaseId === null ? OTHER : { kind: 'paid', purchaseId, paymentId };
}

function ofPurchase(kind: 'submitted' | 'failed' | 'expired', session: Stripe.Checkout.Session): PaymentReport {
  const purchaseId = purchaseOf(session);
  return purchaseId === null ? OTHER : { kind, purchaseId };
}

/** What a charge, a refund and a dispute have in common. */
interface OfPayment {
  payment_intent: string | { id: string } | null;
  metadata: Stripe.Metadata | null;
}

function ofDispute(kind: 'disputed' | 'dispute-lost' | 'dispute-won', dispute: Stripe.Dispute): PaymentReport {
  return { kind, ...namesOf(dispute), disputeId: dispute.id };
}

/** A dispute names the payment; a charge and a refund the purchase as well. */
function namesOf(about: OfPayment): { purchaseId: string | null; paymentId: string | null } {
  return { purchaseId: purchaseOf(about), paymentId: idOf(about.payment_intent) };
}

/** The account at Stripe may also be used for other things, which name no purchase. */
function purchaseOf({ metadata }: { metadata: Stripe.Metadata | null }): string | null {
  const id = metadata?.[PURCHASE] ?? '';
  return UUID.test(id) ? id : null;
}

function idOf(object: string | { id: string } | null): string | null {
  return typeof object === 'object' ? (object?.id ?? null) : object;
}

/** The codes of amounts below and above the limits of a currency, which depend on the account at Stripe. */
const AMOUNT_CODES = ['amount_too_small', 'amount_too_large'];

/**
 * Converts an outage to {@link PaymentsAwayError} and a refused amount to {@link AmountRefusedError}. Another request
 * that Stripe refuses is a fault of this server.
 */
async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && AMOUNT_CODES.includes(error.code ?? ''))
      throw new AmountRefusedError(error.code === AMOUNT_CODES[0], { cause: error });
    if (isOutage(error)) throw new PaymentsAwayError('Stripe cannot be reached', { cause: error });
    throw error;
  }
}

function isOutage(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // The first request with the key still runs.
    (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 409)
  );
}
