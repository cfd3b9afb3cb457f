import type { EntityManager } from '@mikro-orm/postgresql';
import type { ActiveRow, ContributionRow, MemberRow, MetricParts } from '../../db/metric-source.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { groupMembers, type GroupedMember } from './member-groups.ts';
import { addDays } from './metrics.service.ts';

const LOCK = { name: 'members-lock', text: `select pg_advisory_xact_lock(hashtextextended('member_groups', 0))` };
/** The Monday of the last week that is over, in UTC. */
const WEEK = {
  name: 'members-week',
  text: `select (date_trunc('week', now() at time zone 'utc')::date - 7)::text as week`,
};
const COUNTED = {
  name: 'members-counted',
  text: 'select distinct g.institution_id from member_groups g where g.week = $1::date',
};
const STORE = {
  name: 'members-store',
  text: `insert into member_groups (institution_id, week, position, field, is_others, members, active, items,
      enrollments)
    select $1::uuid, $2::date, r.position, r.field, r.is_others, r.members, r.active, r.items, r.enrollments
    from jsonb_to_recordset($3::jsonb)
      as r (position int, field text, is_others boolean, members int, active int, items int, enrollments int)
    on conflict do nothing`,
};
const FORGET = {
  name: 'members-forget',
  text: 'delete from member_groups where institution_id = $1::uuid and week < $2::date',
};

interface WeekRow {
  week: string;
}

interface CountedRow {
  institution_id: string;
}

/**
 * Counts the members of each institution in the last week, in groups of five or more. Members who were confirmed during
 * the week or since are left out. A week is counted once, and the one before is deleted: two counts of almost the same
 * members would show what the difference did.
 */
export async function countMembers(em: EntityManager, parts: readonly MetricParts[]): Promise<void> {
  await transact(em, async (tx) => {
    await read(tx, LOCK, []);
    const [{ week } = { week: '' }] = await read<WeekRow>(tx, WEEK, []);
    const counted = new Set((await read<CountedRow>(tx, COUNTED, [week])).map((row) => row.institution_id));
    for (const [institutionId, members] of await loadMembers(tx, { parts, week })) {
      if (counted.has(institutionId)) continue;
      const groups = groupMembers(await loadSums(tx, members, { parts, week }));
      if (groups.length === 0) continue;
      const rows = groups.map(({ isOthers, ...group }, position) => ({ ...group, is_others: isOthers, position }));
      await read(tx, STORE, [institutionId, week, JSON.stringify(rows)]);
      await read(tx, FORGET, [institutionId, week]);
    }
  });
}

interface WeekOf {
  parts: readonly MetricParts[];
  week: string;
}

async function loadMembers(reader: Reader, { parts, week }: WeekOf): Promise<Map<string, MemberRow[]>> {
  const members = new Map<string, MemberRow[]>();
  for (const { members: listing } of parts) {
    if (!listing) continue;
    for (const row of await read<MemberRow>(reader, listing, [`${week}T00:00:00Z`])) {
      const known = members.get(row.institution_id);
      if (known) known.push(row);
      else members.set(row.institution_id, [row]);
    }
  }
  return members;
}

async function loadSums(reader: Reader, members: readonly MemberRow[], weekOf: WeekOf): Promise<GroupedMember[]> {
  const request = { ...weekOf, userIds: members.map(({ user_id: userId }) => userId) };
  const active = await loadActive(reader, request);
  const items = await loadContributions(reader, 'items', request);
  const enrollments = await loadContributions(reader, 'enrollments', request);
  return members.map(({ user_id: userId, field }) => ({
    field,
    active: active.has(userId) ? 1 : 0,
    items: items.get(userId) ?? 0,
    enrollments: enrollments.get(userId) ?? 0,
  }));
}

async function loadContributions(
  reader: Reader,
  sum: 'items' | 'enrollments',
  { parts, week, userIds }: WeekOf & { userIds: string[] },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const contribution of parts.flatMap(({ contributions = {} }) => contributions[sum] ?? []))
    for (const row of await read<ContributionRow>(reader, contribution, [userIds, `${addDays(week, 7)}T00:00:00Z`]))
      counts.set(row.user_id, (counts.get(row.user_id) ?? 0) + row.count);
  return counts;
}

async function loadActive(
  reader: Reader,
  { parts, week, userIds }: WeekOf & { userIds: string[] },
): Promise<Set<string>> {
  const range = [`${week}T00:00:00Z`, `${addDays(week, 7)}T00:00:00Z`];
  const active = new Set<string>();
  for (const activity of parts.flatMap(({ activity: statements = [] }) => statements))
    for (const { user_id: userId } of await read<ActiveRow>(reader, activity, [...range, userIds])) active.add(userId);
  return active;
}
