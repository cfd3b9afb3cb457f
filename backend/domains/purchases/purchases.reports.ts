import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import type { PaymentEvent, Payments, ReceivedPayment } from '../../gateways/payments.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { hasPayment, lockPurchase, lockPurchaseOfPayment } from './purchase.access.ts';
import type { Purchase } from './purchase.entity.ts';
import {
  recordClosed,
  recordFailedRefund,
  recordPayment,
  recordRefund,
  recordSubmission,
  recordUnexpected,
} from './purchases.states.ts';

const CLAIM = {
  name: 'payment-event-claim',
  text: `insert into payment_events (id, type) values ($1, $2) on conflict do nothing returning id`,
};

/** The provider, and the currency of prices. */
interface Handling {
  payments: Payments;
  currency: string;
}

/**
 * Handles what a provider reports, once per event. Returns false when it concerns no purchase of this server.
 *
 * @throws PaymentsAwayError when the payment that an event names cannot be looked up.
 */
export async function handlePaymentEvent(
  em: EntityManager,
  { payments, currency }: Handling,
  reported: PaymentEvent,
): Promise<boolean> {
  if (reported.kind === 'other') return true;
  const event = await addPayment(em, payments, reported);
  return transact(em, async (tx) => {
    // A repeat that runs at the same time waits here for the end of the first.
    if ((await read(tx, CLAIM, [event.eventId, event.type])).length === 0) return true;
    const purchase = await findPurchase(tx, event);
    if (purchase) await apply(tx, purchase, { event, currency });
    else if (event.payment) await recordUnexpected(tx, null, event.payment);
    return purchase !== null;
  });
}

/** An event with the payment that it reports or names; null when that is recorded, or is not of this server. */
type KnownEvent = Exclude<PaymentEvent, { kind: 'other' }> & { payment: ReceivedPayment | null };

/**
 * Adds the payment, and the purchase, to an event that only names a payment which was not reported yet, such as a
 * dispute that arrives first. @throws PaymentsAwayError while the provider is away.
 */
async function addPayment(
  em: EntityManager,
  payments: Payments,
  event: Exclude<PaymentEvent, { kind: 'other' }>,
): Promise<KnownEvent> {
  if (event.kind === 'paid') {
    const { paymentId, amount, currency } = event;
    return { ...event, payment: { paymentId, amount, currency } };
  }
  if (!('paymentId' in event) || event.paymentId === null || (await hasPayment(em, event.paymentId)))
    return { ...event, payment: null };
  const payment = await payments.findPayment(event.paymentId);
  return { ...event, payment, purchaseId: payment?.purchaseId ?? null };
}

async function findPurchase(tx: EntityManager, event: KnownEvent): Promise<Purchase | null> {
  const named = event.purchaseId === null ? null : await lockPurchase(tx, event.purchaseId);
  if (named || !('paymentId' in event) || event.paymentId === null) return named;
  return lockPurchaseOfPayment(tx, event.paymentId);
}

/** Changes a locked purchase. Events may arrive in any order; each changes only the states that it can follow. */
async function apply(
  tx: EntityManager,
  purchase: Purchase,
  { event, currency }: { event: KnownEvent; currency: string },
): Promise<void> {
  const { payment } = event;
  switch (event.kind) {
    case 'paid':
      return payment ? recordPayment(tx, purchase, { payment, currency }) : undefined;
    case 'submitted':
      return recordSubmission(purchase);
    case 'failed':
    case 'expired':
      return recordClosed(purchase, event.kind);
    case 'refunded':
    case 'dispute-lost':
      if (event.kind === 'dispute-lost') closeDispute(purchase, event.disputeId);
      // The report of the payment may still be on its way.
      if (payment) await recordPayment(tx, purchase, { payment, currency, isReturned: true });
      return recordRefund(tx, purchase);
    case 'refund-failed':
      return recordFailedRefund(tx, purchase, event.refundId);
    case 'disputed':
      if (payment) await recordPayment(tx, purchase, { payment, currency });
      return recordDispute(tx, purchase, event.disputeId);
    case 'dispute-won':
      closeDispute(purchase, event.disputeId);
      if (purchase.disputeId === event.disputeId) purchase.disputedAt = null;
  }
}

/**
 * Marks a purchase whose buyer demands the money back at the bank, which decides; it cannot be refunded meanwhile.
 * Without effect for a dispute that is decided, whose reports arrived in another order.
 */
async function recordDispute(tx: EntityManager, purchase: Purchase, disputeId: string): Promise<void> {
  if (purchase.status !== 'paid' || purchase.closedDisputes.includes(disputeId)) return;
  purchase.disputeId = disputeId;
  if (purchase.disputedAt) return;
  purchase.disputedAt = databaseNow();
  publishDomainEvent(tx, 'purchase-disputed', { purchaseId: purchase.id });
  await recordAudit(tx, { event: 'payment_disputed', target: { type: 'purchase', id: purchase.id } });
}

function closeDispute(purchase: Purchase, disputeId: string): void {
  if (!purchase.closedDisputes.includes(disputeId)) purchase.closedDisputes = [...purchase.closedDisputes, disputeId];
}
