import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow } from '../../db/clock.ts';
import { queueJob } from '../../db/job-queue.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import type { CheckoutState, ReceivedPayment } from '../../gateways/payments.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { loadCourseRow } from '../courses/course.view.ts';
import { grantPurchase, revokePurchase, suspendPurchase } from '../courses/enrollment-grants.service.ts';
import { loadParts } from '../courses/uses.service.ts';
import type { Purchase } from './purchase.entity.ts';

/** Name of the job that orders a refund at the provider. */
export const REFUND_JOB = 'refund-payment';

const NAMES = {
  name: 'purchase-names',
  text: `select (select u.full_name from users u where u.id = $1) as buyer,
    (select u.full_name from users u where u.id = $2) as seller`,
};
/** Another payment by which the user has the item. */
const OTHER = {
  name: 'purchase-other-payment',
  text: `select 1 from purchases where buyer_id = $1 and course_id = $2 and id <> $3 and status = 'paid'
    and refund_state is distinct from 'processing'`,
};
/** Serialises the receipt numbers; the next statement then sees the last one. */
const LOCK_RECEIPTS = {
  name: 'lock-receipt-numbers',
  text: `select pg_advisory_xact_lock(hashtext('lyceum receipts'))`,
};
const NEXT_RECEIPT = {
  name: 'next-receipt-number',
  text: 'select coalesce(max(receipt_number), 0) + 1 as number from purchases',
};

async function hasOther(tx: EntityManager, { id, buyerId, courseId }: Purchase): Promise<boolean> {
  return (await read(tx, OTHER, [buyerId, courseId, id])).length > 0;
}

/**
 * Whether an item is still sold to the buyer of a purchase that had ended, at a price not above what was paid, and the
 * buyer does not have it. `currency` is that of the prices.
 */
async function isStillSold(tx: EntityManager, purchase: Purchase, currency: string): Promise<boolean> {
  const { buyerId, courseId, amount } = purchase;
  if (!buyerId || !courseId || purchase.currency !== currency) return false;
  const course = await loadCourseRow(tx, courseId, buyerId);
  if (!course || course.is_enrolled || course.status !== 'published' || !course.for_sale) return false;
  return course.price > 0 && course.price <= amount;
}

/**
 * Whether a payment gives the buyer the item: it is the price, the buyer has not paid twice, and a purchase that had
 * ended before would be accepted today.
 */
async function isAccepted(
  tx: EntityManager,
  purchase: Purchase,
  { payment, currency }: { payment: ReceivedPayment; currency: string },
): Promise<boolean> {
  if (payment.amount !== purchase.amount || payment.currency !== purchase.currency) return false;
  if (await hasOther(tx, purchase)) return false;
  return purchase.status === 'pending' || isStillSold(tx, purchase, currency);
}

/**
 * Records the payment of a locked purchase and gives the buyer the item; without effect on a paid one. The money goes
 * back when the buyer has paid twice or another amount, when the item is deleted, was removed by an operator or is no
 * longer sold at the price of a purchase that had ended, and when the account is deleted. A payment that `isReturned`
 * already gives nothing. `currency` is that of the prices.
 */
export async function recordPayment(
  tx: EntityManager,
  purchase: Purchase,
  { payment, currency, isReturned = false }: { payment: ReceivedPayment; currency: string; isReturned?: boolean },
): Promise<void> {
  if (purchase.paidAt) return recordUnexpected(tx, purchase, payment);
  const { id, buyerId, sellerId, courseId } = purchase;
  const [names] = await read<{ buyer: string | null; seller: string | null }>(tx, NAMES, [buyerId, sellerId]);
  const isDue = !isReturned && (await isAccepted(tx, purchase, { payment, currency }));
  const grant = isDue && buyerId && courseId ? { userId: buyerId, courseId, purchaseId: id } : null;
  const isGranted = grant !== null && (await grantPurchase(tx, grant));
  const paidParts = courseId ? await loadParts(tx, courseId) : null;
  await read(tx, LOCK_RECEIPTS, []);
  const [next] = await read<{ number: number }>(tx, NEXT_RECEIPT, []);
  tx.assign(purchase, {
    status: 'paid',
    isSubmitted: false,
    checkAt: null,
    paymentId: payment.paymentId,
    paidAt: databaseNow(),
    paidParts,
    receiptNumber: next?.number ?? 1,
    buyerName: names?.buyer ?? null,
    sellerName: names?.seller ?? null,
  });
  await recordOtherAmount(tx, purchase, payment);
  await tx.flush();
  if (isGranted) return publishDomainEvent(tx, 'purchase-paid', { purchaseId: id });
  if (isReturned) return;
  publishDomainEvent(tx, 'payment-not-accepted', { purchaseId: id });
  await startRefund(tx, purchase);
}

/** Records a payment that is not the price, which should not happen: the page asks for the price. */
async function recordOtherAmount(tx: EntityManager, purchase: Purchase, payment: ReceivedPayment): Promise<void> {
  const { id, amount, currency } = purchase;
  if (payment.amount === amount && payment.currency === currency) return;
  tx.assign(purchase, { receivedAmount: Math.round(payment.amount), receivedCurrency: payment.currency });
  const details = { expected: { amount, currency }, received: { ...payment } };
  await recordAudit(tx, { event: 'payment_amount_wrong', outcome: 'failure', target: targetOf(id), details });
}

/**
 * Records a second payment of a paid purchase, or one of a purchase that does not exist (null), for an operator to
 * return: a page can be paid once. Without effect on the payment that is recorded.
 */
export async function recordUnexpected(
  tx: EntityManager,
  purchase: Purchase | null,
  payment: ReceivedPayment,
): Promise<void> {
  if (purchase?.paymentId === payment.paymentId) return;
  const target = purchase ? { target: targetOf(purchase.id) } : {};
  await recordAudit(tx, { event: 'payment_unexpected', outcome: 'failure', ...target, details: { ...payment } });
}

function targetOf(id: string) {
  return { type: 'purchase', id };
}

/** Records what the provider says about the page of a locked purchase. `currency` is that of the prices. */
export async function recordPage(
  tx: EntityManager,
  purchase: Purchase,
  { page, currency }: { page: CheckoutState; currency: string },
): Promise<void> {
  if (page.state === 'paid') await recordPayment(tx, purchase, { payment: page, currency });
  else if (page.state === 'submitted') recordSubmission(purchase);
  else if (page.state === 'failed' || page.state === 'expired') recordClosed(purchase, page.state);
}

/** Records that the buyer has paid and the bank has yet to confirm it. */
export function recordSubmission(purchase: Purchase): void {
  if (purchase.status === 'pending') purchase.isSubmitted = true;
}

/**
 * Records that a locked purchase was not paid; without effect on a paid one. Its page is still looked up until the
 * provider says that it is closed.
 */
export function recordEnd(purchase: Purchase, status: 'failed' | 'expired'): void {
  if (purchase.status !== 'pending') return;
  purchase.status = status;
  purchase.isSubmitted = false;
}

/** Records that nothing was paid on the page of a locked purchase, and nothing can be any more. */
export function recordClosed(purchase: Purchase, status: 'failed' | 'expired'): void {
  recordEnd(purchase, status);
  purchase.checkAt = null;
}

/** Orders the refund of a locked paid purchase: at once where no money is involved, else by a job after the commit. */
export async function startRefund(tx: EntityManager, purchase: Purchase): Promise<void> {
  tx.assign(purchase, { refundState: 'processing', refundStartedAt: databaseNow(), refundId: null });
  if (purchase.provider === 'test') return recordRefund(tx, purchase);
  await suspend(tx, purchase, true);
  await tx.flush();
  await queueJob(tx, { name: REFUND_JOB, data: { purchaseId: purchase.id } });
}

/**
 * Records that the payment of a locked purchase was returned, and takes the item back unless the buyer has paid twice;
 * without effect on one that is not paid or is refunded.
 */
export async function recordRefund(tx: EntityManager, purchase: Purchase): Promise<void> {
  if (purchase.status !== 'paid') return;
  const { id, buyerId, courseId } = purchase;
  tx.assign(purchase, { status: 'refunded', refundedAt: databaseNow(), refundState: null });
  await tx.flush();
  if (buyerId && courseId && !(await hasOther(tx, purchase))) await revokePurchase(tx, { userId: buyerId, courseId });
  publishDomainEvent(tx, 'purchase-refunded', { purchaseId: id });
}

/**
 * Records that a refund could not be carried out, such as to a closed account: the seller has to decide again. A bank
 * can return a refund weeks after it was made; the buyer, whose money is not back, then gets the item again. Without
 * effect for another refund than the latest one of the purchase. One that an operator made at the provider has no id
 * here; if another one has returned the money already, the provider says so when the seller orders it again.
 */
export async function recordFailedRefund(tx: EntityManager, purchase: Purchase, refundId: string): Promise<void> {
  const { status, refundState, buyerId, courseId, disputedAt } = purchase;
  if (purchase.refundId !== refundId && (purchase.refundId || status !== 'refunded')) return;
  // The bank of a buyer who won a dispute has returned the money itself.
  if (status === 'refunded' && !disputedAt) {
    if (buyerId && courseId && !(await hasOther(tx, purchase)))
      await grantPurchase(tx, { userId: buyerId, courseId, purchaseId: purchase.id });
    tx.assign(purchase, { status: 'paid', refundedAt: null });
  } else if (status !== 'paid' || refundState !== 'processing') return;
  else await suspend(tx, purchase, false);
  askSeller(tx, purchase);
  publishDomainEvent(tx, 'refund-failed', { purchaseId: purchase.id, at: databaseNow().toISOString() });
}

/** Stops serving the item while its payment is refunded, unless the buyer has it by another one. */
async function suspend(tx: EntityManager, purchase: Purchase, isSuspended: boolean): Promise<void> {
  const { buyerId: userId, courseId } = purchase;
  if (userId && courseId && !(await hasOther(tx, purchase)))
    await suspendPurchase(tx, { userId, courseId }, isSuspended);
}

/** Leaves a refund to the seller, who is notified. */
export function askSeller(tx: EntityManager, purchase: Purchase): void {
  purchase.refundState = 'requested';
  publishDomainEvent(tx, 'refund-requested', { purchaseId: purchase.id, at: databaseNow().toISOString() });
}
