import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow } from '../../db/clock.ts';
import { queueJob } from '../../db/job-queue.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { grantPurchase, revokePurchase } from '../courses/enrollment-grants.service.ts';
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
 * Records the payment of a locked purchase and gives the buyer the item; without effect on a paid one. A buyer who has
 * paid twice, for an item that is deleted or was removed by an operator, or with an account that is deleted, gets the
 * money back. A payment that `isReturned` already gives nothing.
 */
export async function recordPayment(
  tx: EntityManager,
  purchase: Purchase,
  { paymentId, isReturned = false }: { paymentId: string; isReturned?: boolean },
): Promise<void> {
  if (purchase.paidAt) return;
  const { id, buyerId, sellerId, courseId } = purchase;
  const [names] = await read<{ buyer: string | null; seller: string | null }>(tx, NAMES, [buyerId, sellerId]);
  const isDue = !isReturned && !(await hasOther(tx, purchase));
  const grant = isDue && buyerId && courseId ? { userId: buyerId, courseId, purchaseId: id } : null;
  const isGranted = grant !== null && (await grantPurchase(tx, grant));
  await read(tx, LOCK_RECEIPTS, []);
  const [next] = await read<{ number: number }>(tx, NEXT_RECEIPT, []);
  tx.assign(purchase, {
    status: 'paid',
    isSubmitted: false,
    paymentId,
    paidAt: databaseNow(),
    receiptNumber: next?.number ?? 1,
    buyerName: names?.buyer ?? null,
    sellerName: names?.seller ?? null,
  });
  await tx.flush();
  if (isGranted) publishDomainEvent(tx, 'purchase-paid', { purchaseId: id });
  else if (!isReturned) await startRefund(tx, purchase);
}

/** Records that the buyer has paid and the bank has yet to confirm it. */
export function recordSubmission(purchase: Purchase): void {
  if (purchase.status === 'pending') purchase.isSubmitted = true;
}

/** Records that a locked purchase was not paid; without effect on a paid one. */
export function recordEnd(purchase: Purchase, status: 'failed' | 'expired'): void {
  if (purchase.status !== 'pending') return;
  purchase.status = status;
  purchase.isSubmitted = false;
}

/** Orders the refund of a locked paid purchase: at once where no money is involved, else by a job after the commit. */
export async function startRefund(tx: EntityManager, purchase: Purchase): Promise<void> {
  tx.assign(purchase, { refundState: 'processing', refundStartedAt: databaseNow(), refundId: null });
  if (purchase.provider === 'test') return recordRefund(tx, purchase);
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
  askSeller(tx, purchase);
  publishDomainEvent(tx, 'refund-failed', { purchaseId: purchase.id, at: databaseNow().toISOString() });
}

/** Leaves a refund to the seller, who is notified. */
export function askSeller(tx: EntityManager, purchase: Purchase): void {
  purchase.refundState = 'requested';
  publishDomainEvent(tx, 'refund-requested', { purchaseId: purchase.id, at: databaseNow().toISOString() });
}
