import Stripe from 'stripe';
import { SECOND_MS } from '#shared/time.ts';
import type { StripeSettings } from '../config.ts';
import {
  AmountRefusedError,
  PaymentsAwayError,
  type CheckoutOrder,
  type CheckoutState,
  type Payments,
  type ReceivedPayment,
  type RefundOrder,
  type RefundState,
} from './payments.ts';
import { listStripeEvents, readStripeEvent } from './stripe-events.ts';
import { fromStripeAmount, idOf, PURCHASE, purchaseOf, refundStateOf, toStripeAmount } from './stripe-objects.ts';

/** How long Stripe may take to respond, in milliseconds. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** A repeat after a lost response carries the same idempotency key. */
const RETRIES = 1;

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
    findPayment: (paymentId) => guard(() => findPayment(stripe, paymentId)),
    listEvents: (since) => guard(() => listStripeEvents(stripe, since)),
    readEvent: (body, signature) => readStripeEvent(stripe, settings.webhookSecret, { body, signature }),
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
      // What is paid is compared with the price, so it has to be in its currency.
      adaptive_pricing: { enabled: false },
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

async function closeCheckout(stripe: Stripe, checkoutId: string): Promise<CheckoutState> {
  try {
    await stripe.checkout.sessions.expire(checkoutId);
    return { state: 'expired' };
  } catch (error) {
    // Only an open page can be closed: this one is paid, or closed already.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return loadCheckout(stripe, checkoutId);
    throw error;
  }
}

/** States of a payment that the bank has refused. */
const FAILED = new Set(['requires_payment_method', 'canceled']);

async function loadCheckout(stripe: Stripe, checkoutId: string): Promise<CheckoutState> {
  const session = await findSession(stripe, checkoutId);
  if (!session) return { state: 'unknown' };
  const { payment_intent: intent, payment_status: payment, status, amount_total: amount, currency } = session;
  const paymentId = idOf(intent);
  if (payment === 'paid' && paymentId !== null && amount !== null && currency !== null)
    return { state: 'paid', paymentId, ...fromStripeAmount(amount, currency) };
  if (status !== 'complete') return { state: status === 'expired' ? 'expired' : 'open' };
  const isFailed = typeof intent === 'object' && FAILED.has(intent?.status ?? '');
  return { state: isFailed ? 'failed' : 'submitted' };
}

async function findSession(stripe: Stripe, checkoutId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(checkoutId, { expand: ['payment_intent'] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    throw error;
  }
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

async function findPayment(
  stripe: Stripe,
  paymentId: string,
): Promise<(ReceivedPayment & { purchaseId: string }) | null> {
  try {
    const intent = await stripe.paymentIntents.retrieve(paymentId);
    const purchaseId = purchaseOf(intent);
    if (purchaseId === null) return null;
    return { purchaseId, paymentId, ...fromStripeAmount(intent.amount_received, intent.currency) };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
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
