import type { EntityManager } from '@mikro-orm/postgresql';
import type { PurchaseView, SaleView } from '#shared/api/purchases.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { PaymentsAwayError, type Payments } from '../../gateways/payments.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { lockUses } from '../courses/uses.service.ts';
import { lockBuyer, lockOwnPurchase, lockPurchase, lockSale } from './purchase.access.ts';
import { Purchase } from './purchase.entity.ts';
import { isTakenDown, loadSaleView } from './purchase.view.ts';
import { loadOwnPurchase, requirePayments, type PurchaseDeps } from './purchases.service.ts';
import { askSeller, recordFailedRefund, recordRefund, startRefund } from './purchases.states.ts';

/**
 * Asks for a refund of the user's own purchase: it is made at once within the rule of the server, otherwise the seller
 * decides. @throws AppError NOT_FOUND, WRONG_STATE, PAYMENTS_OFF when the provider of the purchase is not set up.
 */
export async function requestRefund(
  tx: EntityManager,
  { payments, refundDays }: PurchaseDeps,
  { id, buyerId, reason }: { id: string; buyerId: string; reason?: string | undefined },
): Promise<PurchaseView> {
  // Of two automatic refunds at once, the second one counts the first.
  await lockBuyer(tx, buyerId);
  const purchase = await lockOwnPurchase(tx, id, buyerId);
  if (purchase.courseId) await lockUses(tx, { userId: buyerId, courseId: purchase.courseId });
  const { refund } = await loadOwnPurchase(tx, id, { buyerId, refundDays });
  if (refund !== 'automatic' && refund !== 'seller')
    throw new AppError('WRONG_STATE', 'This purchase cannot be refunded now');
  purchase.refundReason = reason || null;
  if (refund === 'seller') askSeller(tx, purchase);
  else {
    requirePayments(payments, purchase.provider);
    purchase.isRefundedByRule = !(await isTakenDown(tx, id));
    await startRefund(tx, purchase);
  }
  await tx.flush();
  return loadOwnPurchase(tx, id, { buyerId, refundDays });
}

/**
 * Refunds a sale of the user's, or declines the request of its buyer. @throws AppError NOT_FOUND, WRONG_STATE,
 * PAYMENTS_OFF when the provider of the sale is not set up.
 */
export async function decideRefund(
  tx: EntityManager,
  { payments }: PurchaseDeps,
  { id, sellerId, decision }: { id: string; sellerId: string; decision: 'refund' | 'decline' },
): Promise<SaleView> {
  const sale = await lockSale(tx, id, sellerId);
  const isOpen = sale.status === 'paid' && sale.refundState !== 'processing' && !sale.disputedAt;
  if (!isOpen || (decision === 'decline' && sale.refundState !== 'requested'))
    throw new AppError('WRONG_STATE', 'This sale cannot be refunded or declined now');
  if (decision === 'refund') {
    requirePayments(payments, sale.provider);
    await startRefund(tx, sale);
  } else {
    sale.refundState = 'declined';
    publishDomainEvent(tx, 'refund-declined', { purchaseId: id });
  }
  await tx.flush();
  const view = await loadSaleView(tx, id, sellerId);
  if (!view) throw notFound('This sale');
  return view;
}

/**
 * Orders a refund at the provider and records its result. A repeat orders no second one. Rejects while the provider is
 * away or not set up, so that the job runs again.
 */
export async function sendRefund(em: EntityManager, payments: Payments | null, purchaseId: string): Promise<void> {
  const purchase = await em.fork().findOne(Purchase, { id: purchaseId });
  if (purchase?.refundState !== 'processing' || !purchase.paymentId) return;
  if (payments?.provider !== purchase.provider) throw new PaymentsAwayError('the provider of a refund is not set up');
  const { paymentId, refundId = null, refundStartedAt } = purchase;
  const key = `refund-${purchaseId}-${Number(refundStartedAt)}`;
  const { state, refundId: madeId } = await payments.refund({ purchaseId, paymentId, key, refundId });
  await transact(em, async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked || Number(locked.refundStartedAt) !== Number(refundStartedAt)) return;
    // Also of a refund that was reported before this response, so that its failure is recognised.
    locked.refundId ??= madeId;
    if (locked.refundState !== 'processing') return;
    if (state === 'done') await recordRefund(tx, locked);
    else if (state === 'failed' && madeId !== null) await recordFailedRefund(tx, locked, madeId);
  });
}
