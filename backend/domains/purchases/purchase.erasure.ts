import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';

/** What was paid stays in the books of the sellers, without the buyer. */
const ANONYMISE = {
  name: 'deletion-purchases-of-buyer',
  text: `update purchases set buyer_name = null, refund_reason = null where buyer_id = $1 and paid_at is not null`,
};
/** Once it was paid, the buyer of an item keeps the receipt with the seller's name. */
const FORGET = {
  name: 'deletion-purchases-ended',
  text: `delete from purchases where buyer_id = $1 and status in ('failed', 'expired') and check_at is null`,
};
/** The attempts of deleted accounts whose pages have closed since. */
const FORGET_LEFT = {
  name: 'purchases-forget-left',
  text: `delete from purchases where buyer_id is null and status in ('failed', 'expired') and check_at is null`,
};

/**
 * Erases a user's name and words from their purchases, which foreign keys then detach from the account, and deletes the
 * attempts that were never paid. A page of the provider that may still be open is paid for maybe; the purchase stays
 * until then, so that the payment is returned.
 */
export async function erasePurchases(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, ANONYMISE, [userId]);
  await read(tx, FORGET, [userId]);
}

/** Deletes the attempts of deleted accounts that can no longer be paid. */
export async function forgetLeftPurchases(em: EntityManager): Promise<void> {
  await read(em, FORGET_LEFT, []);
}
