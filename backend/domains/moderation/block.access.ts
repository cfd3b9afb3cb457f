import { read, type Reader } from '../../db/read.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';

const EITHER_WAY = { name: 'blocks-either-way', text: HIDDEN_FROM_VIEWER };

/** Lists everyone with a block from or to a person, each once, in no order. */
export async function listBlockedEitherWay(reader: Reader, userId: string): Promise<string[]> {
  const rows = await read<{ blocked_id: string }>(reader, EITHER_WAY, [userId]);
  return [...new Set(rows.map((row) => row.blocked_id))];
}
