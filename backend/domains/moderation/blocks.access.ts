import { read, type Reader } from '../../db/read.ts';

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
