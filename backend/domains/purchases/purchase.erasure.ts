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
  text: `delete from purchases where buyer_id = $1 and status in ('failed', 'expired')`,
};

/**
 * Erases a user's name and words from their purchases, which foreign keys then detach from the account, and deletes the
 * attempts that were never paid. A payment that arrives later is returned.
 */
export async function erasePurchases(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, ANONYMISE, [userId]);
  await read(tx, FORGET, [userId]);
}
