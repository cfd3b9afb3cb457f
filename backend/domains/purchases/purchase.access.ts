import type { EntityManager } from '@mikro-orm/postgresql';
import { read, type Reader } from '../../db/read.ts';
import { LOCKED } from '../../db/transact.ts';
import { notFound } from '../../http/app-error.ts';
import { Purchase } from './purchase.entity.ts';

/** Serialises the purchases of one user and item, so that one of them at most gives the user the item. */
const LOCK_PAIR = {
  name: 'lock-purchases-of-item',
  text: 'select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 4))',
};
const LOCK_BUYER = {
  name: 'lock-refunds-of-buyer',
  text: 'select pg_advisory_xact_lock(hashtextextended($1::text, 5))',
};
const PAIR_OF = {
  name: 'purchase-pair',
  text: `select buyer_id, course_id from purchases where id = $1`,
};
const ID_OF_PAYMENT = { name: 'purchase-of-payment', text: 'select id from purchases where payment_id = $1' };

/** Locks the purchases of one user and item until the end of the transaction; taken before any of their rows. */
export async function lockPurchases(tx: EntityManager, buyerId: string | null, courseId: string | null): Promise<void> {
  await read(tx, LOCK_PAIR, [buyerId ?? '', courseId ?? '']);
}

/** Serialises the refunds that a buyer asks for until the end of the transaction; taken before their purchases. */
export async function lockBuyer(tx: EntityManager, buyerId: string): Promise<void> {
  await read(tx, LOCK_BUYER, [buyerId]);
}

/** Locks and loads a purchase; null when it does not exist. */
export async function lockPurchase(tx: EntityManager, id: string): Promise<Purchase | null> {
  const [pair] = await read<{ buyer_id: string | null; course_id: string | null }>(tx, PAIR_OF, [id]);
  if (!pair) return null;
  await lockPurchases(tx, pair.buyer_id, pair.course_id);
  return tx.findOne(Purchase, { id }, { ...LOCKED, refresh: true });
}

/** Returns whether a payment at the provider was recorded. */
export async function hasPayment(reader: Reader, paymentId: string): Promise<boolean> {
  return (await read(reader, ID_OF_PAYMENT, [paymentId])).length > 0;
}

/** Locks and loads the purchase of a payment at the provider; null when it does not exist. */
export async function lockPurchaseOfPayment(tx: EntityManager, paymentId: string): Promise<Purchase | null> {
  const [row] = await read<{ id: string }>(tx, ID_OF_PAYMENT, [paymentId]);
  return row ? lockPurchase(tx, row.id) : null;
}

/** Locks and loads a purchase for its buyer. @throws AppError NOT_FOUND. */
export async function lockOwnPurchase(tx: EntityManager, id: string, buyerId: string): Promise<Purchase> {
  const purchase = await lockPurchase(tx, id);
  if (purchase?.buyerId !== buyerId) throw notFound('This purchase');
  return purchase;
}

/** Locks and loads a paid or refunded purchase for the author of the item. @throws AppError NOT_FOUND. */
export async function lockSale(tx: EntityManager, id: string, sellerId: string): Promise<Purchase> {
  const purchase = await lockPurchase(tx, id);
  if (purchase?.sellerId !== sellerId || !purchase.paidAt) throw notFound('This sale');
  return purchase;
}
