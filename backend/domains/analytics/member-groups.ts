import { ANALYTICS_LIMITS } from '#shared/limits.ts';

const MIN = ANALYTICS_LIMITS.groupMin;

/** A member as the grouping reads it. */
export interface GroupedMember {
  field: string | null;
  isActive: boolean;
}

/** A group that may be shown; all members come first, with neither a field nor `isOthers`. */
export interface ShownGroup {
  field: string | null;
  isOthers: boolean;
  members: number;
  active: number | null;
}

interface Counts {
  field: string | null;
  members: number;
  active: number;
}

const roundDown = (count: number) => count - (count % MIN);
const sumOf = (groups: readonly Counts[]): Counts => ({
  field: null,
  members: groups.reduce((sum, { members }) => sum + members, 0),
  active: groups.reduce((sum, { active }) => sum + active, 0),
});
/** At least five were active, and at least five were not: neither side names a member. */
const isActivityShown = ({ members, active }: Counts) => active >= MIN && members - active >= MIN;

/**
 * Groups the members of an institution by field, so that no group has fewer than five members, and no difference of
 * shown groups does. Fields with fewer are merged into others, and the smallest field as well where the others alone
 * would be too few. Activity is hidden in the same way. All counts are rounded down to multiples of five.
 */
export function groupMembers(members: readonly GroupedMember[]): ShownGroup[] {
  const all = sumOf(members.map(({ isActive }) => ({ field: null, members: 1, active: isActive ? 1 : 0 })));
  if (all.members < MIN) return [];
  const isLarge = ({ members: count }: Counts) => count >= MIN;
  const { shown, others } = split(countByField(members), (group) => group.field !== null && isLarge(group), isLarge);
  const rest = sumOf(others);
  const groups = [...shown.toSorted(bySize), ...(others.length > 0 ? [rest] : [])];
  const visible = isActivityShown(all) ? split(groups, isActivityShown, isActivityShown).shown : [];
  const toShown = (group: Counts): ShownGroup => ({
    field: group.field,
    isOthers: group === rest,
    members: roundDown(group.members),
    active: visible.includes(group) ? roundDown(group.active) : null,
  });
  const total = { ...toShown(all), active: isActivityShown(all) ? roundDown(all.active) : null };
  // A single group would repeat the group of all.
  return groups.length > 1 ? [total, ...groups.map(toShown)] : [total];
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
  const groups = new Map<string | null, Counts>();
  for (const { field, isActive } of members) {
    const key = field?.toLowerCase() ?? null;
    const group = groups.get(key) ?? { field, members: 0, active: 0 };
    groups.set(key, { ...group, members: group.members + 1, active: group.active + (isActive ? 1 : 0) });
  }
  return [...groups.values()];
}
