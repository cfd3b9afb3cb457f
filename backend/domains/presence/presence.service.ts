import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import type { PresenceStore } from '../../realtime/presence.ts';
import { thisProcess } from './nodes.service.ts';
import { loadAudiences } from './presence.view.ts';

const HEARTBEAT = {
  name: 'presence-heartbeat',
  text: `insert into presence_nodes (id, host, pid) values ($1, $2, $3) on conflict (id) do update set beat_at = now()
    returning xmax = 0 as is_new, (select count(*) from presence_nodes n where n.id <> $1 and n.pid is not null
      and n.beat_at > now() - interval '${PRESENCE_LIMITS.deadMs} milliseconds')::int as others`,
};
/** Reads `presences` in the snapshot before the deletion, which cascades to them. */
const REAP = {
  name: 'presence-reap',
  text: `with dead as (delete from presence_nodes
    where beat_at < now() - interval '${PRESENCE_LIMITS.deadMs} milliseconds' returning id)
    select distinct p.user_id from presences p join dead d on d.id = p.node_id`,
};
const SAVE = {
  name: 'presence-save',
  text: `insert into presences (node_id, user_id, state) select $1, x.id, x.state
    from unnest($2::uuid[], $3::text[]) x(id, state) join users u on u.id = x.id
    where x.state is not null order by x.id on conflict (user_id, node_id) do update set state = excluded.state`,
};
const LEAVE = {
  name: 'presence-leave',
  text: 'delete from presences where node_id = $1 and user_id = any($2::uuid[])',
};

/** Creates the store of presence in Postgres, outside the transactions of other domains. */
export function createPresenceStore(pool: Pool): PresenceStore {
  const { host, pid } = thisProcess();
  return {
    async heartbeat(nodeId) {
      const [row] = await query<{ is_new: boolean; others: number }>(pool, HEARTBEAT, [nodeId, host, pid]);
      return { isKnown: row?.is_new === false, nodeCount: 1 + (row?.others ?? 0) };
    },
    async reap() {
      return (await query<{ user_id: string }>(pool, REAP)).map((row) => row.user_id);
    },
    async save(nodeId, changes) {
      const present = changes.filter(({ state }) => state !== null);
      const gone = changes.flatMap(({ userId, state }) => (state === null ? userId : []));
      if (present.length > 0)
        await query(pool, SAVE, [nodeId, present.map(({ userId }) => userId), present.map(({ state }) => state)]);
      if (gone.length > 0) await query(pool, LEAVE, [nodeId, gone]);
    },
    loadAudiences: (nodeId, userIds, of) => loadAudiences(pool, nodeId, { userIds, of }),
  };
}
