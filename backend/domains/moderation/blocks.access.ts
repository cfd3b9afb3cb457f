import type { Pool } from '../../db/pool.ts';
import { read, type Reader } from '../../db/read.ts';

const LOCK_PAIR = {
  name: 'lock-pair',
  text: `select pg_advisory_xact_lock(hashtextextended(least($1::text, $2::text) || greatest($1::text, $2::text), 0))`,
};

/**
 * Lets what two people do to what connects them come one after the other, until the transaction ends: two requests that
 * cross, a request beside a block. What one of them read before the lock may not hold any more.
 */
export async function lockPair(tx: Exclude<Reader, Pool>, userId: string, otherId: string): Promise<void> {
  await read(tx, LOCK_PAIR, [userId, otherId]);
}

const EITHER_WAY = {
  name: 'blocked-either-way',
  text: `select b.blocked_id as id from blocks b where b.blocker_id = $1
    union select b.blocker_id from blocks b where b.blocked_id = $1`,
};

/** Lists whom a person blocks and who blocks that person, each once, in no order. */
export async function listBlockedEitherWay(reader: Reader, userId: string): Promise<string[]> {
  const rows = await read<{ id: string }>(reader, EITHER_WAY, [userId]);
  return rows.map((row) => row.id);
}
