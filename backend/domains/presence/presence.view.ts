import type { PresenceState, PresenceView } from '#shared/api/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import type { PresenceAudience } from '../../realtime/presence.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';

/** A node `n` that lives. */
const LIVES = `n.beat_at > now() - interval '${PRESENCE_LIMITS.deadMs} milliseconds'`;

/** State of the person that an SQL expression names, over all their devices. */
const stateOf = (
  person: string,
) => `(select case when count(*) = 0 then 'offline' when bool_or(p.state = 'online') then 'online' else 'away' end
  from presences p join presence_nodes n on n.id = p.node_id and ${LIVES} where p.user_id = ${person})`;

/**
 * Whether the person that an SQL expression names shows when they are online; who does not, does not see it of others
 * either.
 */
const shows = (person: string) =>
  `not exists (select 1 from privacy_settings ps where ps.user_id = ${person} and not ps.presence)`;

/** Ids of those who are close enough to the person that an SQL expression names: connected, or in an open conversation. */
const relatedTo = (
  person: string,
) => `select c.connected_user_id as id from connections c where c.user_id = ${person} and c.status = 'accepted'
  union select c.user_id from connections c where c.connected_user_id = ${person} and c.status = 'accepted'
  union select c.high_id from conversations c where c.low_id = ${person} and c.state = 'accepted'
  union select c.low_id from conversations c where c.high_id = ${person} and c.state = 'accepted'`;

const SEEN = {
  name: 'presence-seen',
  text: `select u.id as user_id, ${stateOf('u.id')} as state from users u
    where u.id = any($2::uuid[]) and u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER}) and ${shows('$1')} and ${shows('u.id')}
      and u.id in (${relatedTo('$1')})`,
};

/** Loads the presence of those among `ids` whose presence the viewer may see; the others are missing. */
export async function loadPresence(reader: Reader, viewerId: string, ids: readonly string[]): Promise<PresenceView[]> {
  const rows = await read<{ user_id: string; state: PresenceState }>(reader, SEEN, [viewerId, ids]);
  return rows.map(({ user_id: userId, state }) => ({ userId, state }));
}

/**
 * Those at the node ($1) who may see the people ($2): of a switch that was moved ($3) also that it is off now, of a
 * change only while it is on.
 */
const AUDIENCES = {
  name: 'presence-audiences',
  text: `select s.id as user_id, case when ${shows('s.id')} then ${stateOf('s.id')} else 'offline' end as state, array_agg(v.id) as viewer_ids
    from unnest($2::uuid[]) s(id)
    cross join lateral (${relatedTo('s.id')} union select s.id where $3::boolean) v
    join presences at on at.node_id = $1 and at.user_id = v.id
    where ($3 or ${shows('s.id')}) and (${shows('v.id')} or v.id = s.id)
      and not exists (select 1 from blocks b where (b.blocker_id = s.id and b.blocked_id = v.id) or (b.blocker_id = v.id and b.blocked_id = s.id))
    group by s.id`,
};

/** Finds whom to tell at a node; after a move of their switch people hear of it at their own devices too. */
export async function loadAudiences(
  reader: Reader,
  nodeId: string,
  { userIds, of }: { userIds: readonly string[]; of: 'change' | 'switch' },
): Promise<PresenceAudience[]> {
  const rows = await read<{ user_id: string; state: PresenceState; viewer_ids: string[] }>(reader, AUDIENCES, [
    nodeId,
    userIds,
    of === 'switch',
  ]);
  return rows.map((row) => ({ userId: row.user_id, state: row.state, viewerIds: row.viewer_ids }));
}
