import type { MemberGroupsView } from '#shared/api/analytics.ts';
import type { Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';

const GROUPS = {
  name: 'member-groups',
  text: `select g.week::text as week, g.field, g.is_others, g.members, g.active, g.items, g.enrollments
    from member_groups g
    where g.institution_id = $1
      and g.week = (select max(l.week) from member_groups l where l.institution_id = $1)
    order by g.position`,
};

interface GroupRow {
  week: string;
  field: string | null;
  is_others: boolean;
  members: number;
  active: number | null;
  items: number | null;
  enrollments: number | null;
}

/** Loads the groups of the last week with a group of five members; null before there was one. */
export async function loadMemberGroups(pool: Pool, institutionId: string): Promise<MemberGroupsView | null> {
  const rows = await read<GroupRow>(pool, GROUPS, [institutionId]);
  const [first] = rows;
  if (!first) return null;
  return {
    week: first.week,
    groups: rows.map(({ week: _week, is_others: isOthers, ...group }) => ({ ...group, isOthers })),
  };
}
