import type { AudienceChoice, AudienceType, AudienceView } from '#shared/api/audiences.ts';
import { AUDIENCE_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { INSTITUTION_MEMBERS } from '../verifications/verification.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { CLASS_MEMBERS } from '../courses/course.view.ts';

/** Selects the name of the audience of a row `record` (as `audience_name`), beside its audience and audience_id. */
export const audienceName = (record: string) => `case ${record}.audience
    when 'institution' then (select ai.full_name from users ai where ai.id = ${record}.audience_id)
    when 'course' then (select ac.title from courses ac where ac.id = ${record}.audience_id) end as audience_name`;

/** Columns of an audience in a row. */
export interface AudienceRow {
  audience: AudienceType;
  audience_id: string | null;
  audience_name: string | null;
}

/** Makes the view of an audience. */
export function toAudienceView(row: AudienceRow): AudienceView {
  return { type: row.audience, id: row.audience_id, name: row.audience_name };
}

const CHOICES = {
  name: 'audience-choices',
  text: `select 'institution' as type, i.id, i.full_name as name, true as can_host
      from users me join (${INSTITUTION_MEMBERS}) am on am.user_id = me.id join users i on i.id = am.group_id
      where me.id = $1 and (me.role = 'teacher' or i.id = me.id) and i.id not in (${HIDDEN_FROM_VIEWER}) group by i.id
    union all (select 'course', c.id, c.title, c.user_id = $1 from (${CLASS_MEMBERS}) am
      join courses c on c.id = am.group_id where am.user_id = $1
      order by c.created_at desc, c.id desc limit ${AUDIENCE_LIMITS.classItems})`,
};

/** Lists the audiences that a member can choose: everyone, connections, institutions, then the newest classes. */
export async function listAudienceChoices(reader: Reader, userId: string): Promise<AudienceChoice[]> {
  const rows = await read<{ type: AudienceType; id: string; name: string; can_host: boolean }>(reader, CHOICES, [
    userId,
  ]);
  const open = (['everyone', 'connections'] as const).map((type) => ({ type, id: null, name: null, canHost: true }));
  return [...open, ...rows.map(({ can_host: canHost, ...choice }) => ({ ...choice, canHost }))];
}
