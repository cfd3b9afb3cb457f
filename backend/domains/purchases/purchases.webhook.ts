import type { EntityManager } from '@mikro-orm/postgresql';
import express, { Router, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { PaymentsAwayError, type Payments } from '../../gateways/payments.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { handlePaymentEvent } from './purchases.reports.ts';

/** The address at which Stripe reports payments. */
const WEBHOOK_PATH = '/api/payments/stripe';

/** A report of Stripe is a few kilobytes. */
const BODY_MAX_BYTES = 256 * 1024;

/** Dependencies of the webhook. */
interface WebhookDeps {
  forkEm: () => EntityManager;
  payments: Payments | null;
  /** Currency of prices, as an ISO 4217 code. */
  currency: string;
  limits: RateLimits;
  log: Pick<Logger, 'warn'>;
}

/**
 * The address at which Stripe reports payments. It needs no session, Origin, CSRF token or Idempotency-Key: the
 * signature of the body proves the sender, and the id of an event makes a repeat harmless. Stripe repeats a report that
 * is not answered with a success, for three days.
 */
export function paymentWebhook({ forkEm, payments, currency, limits, log }: WebhookDeps): Router {
  const router = Router();
  const readEvent = payments?.readEvent;
  const limit: RequestHandler = async (req, _res, next) => {
    await limits.consume('paymentEventsAddress', req.ip ?? 'unknown');
    next();
  };
  const readRaw = express.raw({ type: () => true, limit: BODY_MAX_BYTES, inflate: false });
  router.post(WEBHOOK_PATH, limit, readRaw, async (req, res) => {
    if (!payments || !readEvent) throw notFound('This address');
    const event = readEvent(asBuffer(req.body), req.get('stripe-signature') ?? '');
    if (!event) throw new AppError('VALIDATION', 'This is not a signed report of the payment provider');
    const isKnown = await handlePaymentEvent(forkEm(), { payments, currency }, event).catch(repeatLater);
    if (!isKnown) log.warn({ event: event.eventId, type: event.type }, 'a payment event names no purchase');
    if (event.kind === 'refund-failed') log.warn({ event: event.eventId }, 'a refund has failed');
    if (event.kind === 'disputed') log.warn({ event: event.eventId }, 'a payment is disputed');
    res.setHeader('Cache-Control', 'no-store');
    res.json({ received: true });
  });
  return router;
}

/** Has the provider repeat a report that it was asked about and could not answer. */
function repeatLater(error: unknown): never {
  if (!(error instanceof PaymentsAwayError)) throw error;
  throw new AppError('UNAVAILABLE', 'The payment provider cannot be reached', { cause: error });
}

/** A request without a body has none that was parsed. */
function asBuffer(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
