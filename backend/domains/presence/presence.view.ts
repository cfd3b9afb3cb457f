import type { PresenceState, PresenceView } from '#shared/api/presence.ts';
import { inConversationWith } from '../messages/message.access.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import type { PresenceAudience } from '../../realtime/presence.ts';
import { HIDDEN_FROM_VIEWER, connectedTo } from '../visibility/visibility.access.ts';

/** Tests that a node `n` is alive. */
const IS_ALIVE = `n.beat_at > now() - interval '${PRESENCE_LIMITS.deadMs} milliseconds'`;

/** Selects the state of the user of an SQL expression, over all their devices. */
const stateOf = (
  user: string,
) => `(select case when count(*) = 0 then 'offline' when bool_or(p.state <> 'away') then 'online' else 'away' end
  from presences p join presence_nodes n on n.id = p.node_id and ${IS_ALIVE} where p.user_id = ${user})`;

/** Tests that the user of an SQL expression shows their presence; users who hide theirs cannot see others'. */
const showsPresence = (user: string) =>
  `not exists (select 1 from privacy_settings ps where ps.user_id = ${user} and not ps.presence)`;

/** Selects the ids of users who are connected to or in an accepted conversation with the user of an SQL expression. */
const relatedTo = (user: string) => `${connectedTo(user)}
  union ${inConversationWith(user)}`;

const VISIBLE = {
  name: 'presence-visible',
  text: `select u.id as user_id, ${stateOf('u.id')} as state from users u
    where u.id = any($2::uuid[]) and u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER})
      and ${showsPresence('$1')} and ${showsPresence('u.id')}
      and u.id in (${relatedTo('$1')})`,
};

/** Loads the presence of users by id; leaves out those whose presence the viewer cannot see. */
export async function loadPresence(reader: Reader, viewerId: string, ids: readonly string[]): Promise<PresenceView[]> {
  const rows = await read<{ user_id: string; state: PresenceState }>(reader, VISIBLE, [viewerId, ids]);
  return rows.map(({ user_id: userId, state }) => ({ userId, state }));
}

const ACTIVE = {
  name: 'presence-active',
  text: `select distinct p.user_id from presences p join presence_nodes n on n.id = p.node_id and ${IS_ALIVE}
    where p.user_id = any($1::uuid[]) and p.state = 'online'`,
};

/** Selects those of the given users that see one of their devices now, whether or not they show their presence. */
export async function findActive(reader: Reader, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await read<{ user_id: string }>(reader, ACTIVE, [userIds]);
  return new Set(rows.map((row) => row.user_id));
}

/**
 * Selects the users on a node ($1) who can see each of the users ($2) with their state. After a change of the presence
 * setting ($3) it includes the user themselves, and users who now hide their presence as offline.
 */
const AUDIENCES = {
  name: 'presence-audiences',
  text: `select s.id as user_id, case when ${showsPresence('s.id')} then ${stateOf('s.id')}
    else 'offline' end as state, array_agg(v.id) as viewer_ids
    from unnest($2::uuid[]) s(id)
    cross join lateral (${relatedTo('s.id')} union select s.id where $3::boolean) v
    join presences at on at.node_id = $1 and at.user_id = v.id
    where ($3 or ${showsPresence('s.id')}) and (${showsPresence('v.id')} or v.id = s.id)
      and not exists (select 1 from blocks b where (b.blocker_id = s.id and b.blocked_id = v.id)
        or (b.blocker_id = v.id and b.blocked_id = s.id))
    group by s.id`,
};

/** Loads the users on a node who receive presence changes; after a change of the setting also the user themselves. */
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
