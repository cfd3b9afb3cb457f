import { countPerDay, type MetricParts } from '../../db/metric-source.ts';

/** What connections contribute to the numbers of both users. */
export const connectionMetrics: MetricParts = {
  metrics: {
    connections: countPerDay('connections', {
      owner: 'u.id',
      subject: null,
      at: 'c.responded_at',
      from: `connections c cross join lateral (values (c.user_id), (c.connected_user_id)) u (id)
        where c.status = 'accepted'`,
    }),
  },
};
