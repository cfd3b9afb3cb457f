import { read, type Reader } from '../../db/read.ts';

const CONNECTED = {
  name: 'connected-ids',
  text: `select c.connected_user_id as id from connections c where c.user_id = $1 and c.status = 'accepted'
    union all select c.user_id from connections c where c.connected_user_id = $1 and c.status = 'accepted'`,
};

/** Lists the ids of a person's accepted connections, in no order. */
export async function listConnectedIds(reader: Reader, userId: string): Promise<string[]> {
  const rows = await read<{ id: string }>(reader, CONNECTED, [userId]);
  return rows.map((row) => row.id);
}
