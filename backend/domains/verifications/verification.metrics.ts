import type { MetricParts } from '../../db/metric-source.ts';
import { isApprovedInstitution } from '../users/user.view.ts';

/** The confirmed members of institutions, whom their numbers count in groups. */
export const verificationMetrics: MetricParts = {
  members: {
    name: 'metric-members',
    text: `select distinct on (v.institution_id, v.user_id) v.institution_id, v.user_id,
        nullif(trim(v.entry ->> 'what'), '') as field
      from verifications v
        join users i on i.id = v.institution_id and ${isApprovedInstitution('i')}
        join users u on u.id = v.user_id and u.deactivated_at is null
      where v.status = 'confirmed' and v.decided_at < $1::timestamptz
      order by v.institution_id, v.user_id, (v.entry ->> 'kind' = 'education') desc, v.decided_at desc, v.id desc`,
  },
};
