import { ANALYTICS_LIMITS } from '#shared/limits.ts';

const MIN = ANALYTICS_LIMITS.groupMin;

/** What is added up of the members of a group. */
export const MEMBER_SUMS = ['active', 'items', 'enrollments'] as const;
type MemberSum = (typeof MEMBER_SUMS)[number];

/** A member as the grouping reads it; `active` is 0 or 1. */
export interface GroupedMember extends Record<MemberSum, number> {
  field: string | null;
}

/** A group that may be shown; all members come first, with neither a field nor `isOthers`. */
export interface ShownGroup extends Record<MemberSum, number | null> {
  field: string | null;
  isOthers: boolean;
  members: number;
}

/** A sum, the number of members who contribute to it, and the largest contribution. */
interface Sum {
  total: number;
  by: number;
  most: number;
}

interface Counts extends Record<MemberSum, Sum> {
  field: string | null;
  members: number;
}

const roundDown = (count: number) => count - (count % MIN);

function addUp(sums: readonly Sum[]): Sum {
  return {
    total: sums.reduce((all, { total }) => all + total, 0),
    by: sums.reduce((all, { by }) => all + by, 0),
    most: Math.max(0, ...sums.map(({ most }) => most)),
  };
}

const sumOf = (groups: readonly Counts[]): Counts => ({
  field: null,
  members: groups.reduce((sum, { members }) => sum + members, 0),
  active: addUp(groups.map(({ active }) => active)),
  items: addUp(groups.map(({ items }) => items)),
  enrollments: addUp(groups.map(({ enrollments }) => enrollments)),
});

const contributionOf = (count: number): Sum => ({ total: count, by: count > 0 ? 1 : 0, most: count });
const countOf = ({ field, active, items, enrollments }: GroupedMember): Counts => ({
  field,
  members: 1,
  active: contributionOf(active),
  items: contributionOf(items),
  enrollments: contributionOf(enrollments),
});

/**
 * Tests whether a sum reveals no single member: at least five contribute to it, at least five do not, and none
 * contributes more than half.
 */
const isSumShown =
  (name: MemberSum) =>
  ({ members, [name]: { by, total, most } }: Counts) =>
    by >= MIN && members - by >= MIN && 2 * most <= total;

/**
 * Groups the members of an institution by field, so that no group has fewer than five members, and no difference of
 * shown groups does. Fields with fewer are merged into others, and the smallest field as well where the others alone
 * would be too few. Each sum is hidden in the same way. All counts are rounded down to multiples of five.
 */
export function groupMembers(members: readonly GroupedMember[]): ShownGroup[] {
  const all = sumOf(members.map(countOf));
  if (all.members < MIN) return [];
  const isLarge = ({ members: count }: Counts) => count >= MIN;
  const { shown, others } = split(countByField(members), (group) => group.field !== null && isLarge(group), isLarge);
  const rest = sumOf(others);
  const groups = [...shown.toSorted(bySize), ...(others.length > 0 ? [rest] : [])];
  const visible = (name: MemberSum): readonly Counts[] =>
    isSumShown(name)(all) ? [all, ...split(groups, isSumShown(name), isSumShown(name)).shown] : [];
  const visibleOf = { active: visible('active'), items: visible('items'), enrollments: visible('enrollments') };
  const toShown = (group: Counts): ShownGroup => {
    const sum = (name: MemberSum) => (visibleOf[name].includes(group) ? roundDown(group[name].total) : null);
    return {
      field: group.field,
      isOthers: group === rest,
      members: roundDown(group.members),
      active: sum('active'),
      items: sum('items'),
      enrollments: sum('enrollments'),
    };
  };
  // A single group would repeat the group of all.
  return groups.length > 1 ? [all, ...groups].map(toShown) : [toShown(all)];
}

const bySize = (a: Counts, b: Counts) => b.members - a.members || (a.field ?? '').localeCompare(b.field ?? '');

/** Hides the groups that fail a test, and then the smallest ones until the hidden ones pass another as one group. */
function split(
  groups: readonly Counts[],
  isShown: (group: Counts) => boolean,
  areFine: (hidden: Counts) => boolean,
): { shown: Counts[]; others: Counts[] } {
  const others = groups.filter((group) => !isShown(group));
  const shown = groups.filter(isShown).toSorted(bySize);
  while (others.length > 0 && shown.length > 0 && !areFine(sumOf(others))) others.push(...shown.splice(-1));
  return { shown, others };
}

function countByField(members: readonly GroupedMember[]): Counts[] {
  const groups = Map.groupBy(members, ({ field }) => field?.toLowerCase() ?? null);
  return [...groups.values()].map((group) => ({ ...sumOf(group.map(countOf)), field: group[0]?.field ?? null }));
}
