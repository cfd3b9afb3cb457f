import type { EntityManager } from '@mikro-orm/postgresql';
import type { MarkedList, MarkerView } from '#shared/api/saved.ts';
import { read, uuidTimeMs, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';

const LOAD = { name: 'marker', text: 'select last_seen_id from markers where user_id = $1 and list = $2' };
/** Ids of version 7 sort by their time, so the greater one is the later one (RFC 9562, section 5.7). */
const MOVE = {
  name: 'marker-move',
  text: `insert into markers (user_id, list, last_seen_id, updated_at) values ($1, $2, $3, now())
    on conflict (user_id, list) do update set last_seen_id = greatest(markers.last_seen_id, excluded.last_seen_id),
      updated_at = now()
    returning last_seen_id`,
};

interface MarkerRow {
  last_seen_id: string;
}

function toMarkerView(row: MarkerRow | undefined): MarkerView {
  if (!row) return { lastSeenId: null, lastSeenAt: null };
  return { lastSeenId: row.last_seen_id, lastSeenAt: new Date(uuidTimeMs(row.last_seen_id)).toISOString() };
}

/** Loads how far a user has read a list. */
export async function loadMarker(reader: Reader, userId: string, list: MarkedList): Promise<MarkerView> {
  const [row] = await read<MarkerRow>(reader, LOAD, [userId, list]);
  return toMarkerView(row);
}

/** Moves a marker forward; an earlier id changes nothing. */
export async function setMarker(
  em: EntityManager,
  userId: string,
  { list, lastSeenId }: { list: MarkedList; lastSeenId: string },
): Promise<MarkerView> {
  return transact(em, async (tx) => {
    const [row] = await read<MarkerRow>(tx, MOVE, [userId, list, lastSeenId]);
    return toMarkerView(row);
  });
}
