import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupMembers, MEMBER_SUMS, type GroupedMember } from './member-groups.ts';

const members = (field: string | null, active: number, inactive: number): GroupedMember[] => [
  ...Array.from({ length: active }, () => ({ field, active: 1, items: 0, enrollments: 0 })),
  ...Array.from({ length: inactive }, () => ({ field, active: 0, items: 0, enrollments: 0 })),
];
const NO_SUMS = { items: null, enrollments: null };

describe('groups of members', () => {
  it('do not exist below five members', () => {
    expect(groupMembers(members('Biology', 2, 2))).toEqual([]);
  });

  it('hide who was active where one side has fewer than five', () => {
    const [all] = groupMembers(members('Biology', 4, 9));
    expect(all).toEqual({ field: null, isOthers: false, members: 10, active: null, ...NO_SUMS });
    expect(groupMembers(members('Biology', 12, 4))[0]?.active).toBeNull();
    expect(groupMembers(members('Biology', 7, 6))[0]?.active).toBe(5);
  });

  it('merge small fields, and the smallest large one when they are too few by themselves', () => {
    const groups = groupMembers([
      ...members('Biology', 6, 6),
      ...members('Law', 5, 6),
      ...members('Art', 1, 1),
      ...members(null, 1, 0),
    ]);
    expect(groups).toEqual([
      { field: null, isOthers: false, members: 25, active: 10, ...NO_SUMS },
      { field: 'Biology', isOthers: false, members: 10, active: 5, ...NO_SUMS },
      { field: null, isOthers: true, members: 10, active: 5, ...NO_SUMS },
    ]);
  });

  it('hide a sum to which few members contribute, or one most of it', () => {
    const all = (counts: readonly number[]) =>
      groupMembers(counts.map((enrollments) => ({ field: null, active: 0, items: 0, enrollments })))[0]?.enrollments;
    expect(all([3, 3, 3, 3, 0, 0, 0, 0, 0])).toBeNull();
    expect(all([3, 3, 3, 3, 3, 0, 0, 0, 0])).toBeNull();
    expect(all([3, 3, 3, 3, 2, 0, 0, 0, 0, 0])).toBe(10);
    expect(all([9, 1, 1, 1, 1, 0, 0, 0, 0, 0])).toBeNull();
  });

  it('write a field in one way, however its case is', () => {
    const groups = groupMembers([...members('Biology', 5, 5), ...members('biology', 5, 5), ...members('Law', 5, 5)]);
    expect(groups.map(({ field }) => field)).toEqual([null, 'Biology', 'Law']);
  });

  it('have no difference of fewer than five members, at random', () => {
    const field = fc.constantFrom('Art', 'Biology', 'Chemistry', 'Law', null);
    const amount = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 }));
    const active = fc.integer({ min: 0, max: 1 });
    const anyone = fc.array(fc.record({ field, active, items: amount, enrollments: amount }), { maxLength: 80 });
    fc.assert(
      fc.property(anyone, (everyone) => {
        const [all, ...groups] = groupMembers(everyone);
        if (!all) return everyone.length < 5;
        const inside = (name: string | null) => everyone.filter((member) => member.field === name);
        const named = groups.filter(({ isOthers }) => !isOthers);
        const rest = everyone.filter((member) => !named.some((group) => group.field === member.field));
        const isLarge = (group: GroupedMember[]) => group.length === 0 || group.length >= 5;
        const areSumsSafe = MEMBER_SUMS.every((name) => {
          // What anyone can compute: each group, the others, and those whose sum is hidden as one group.
          const hidden = [
            ...named.filter(({ [name]: sum }) => sum === null).flatMap((group) => inside(group.field)),
            ...(groups.some(({ isOthers, [name]: sum }) => isOthers && sum !== null) ? [] : rest),
          ];
          const isMixed = (group: GroupedMember[]) => {
            const counts = group.map(({ [name]: count }) => count).filter((count) => count > 0);
            const total = counts.reduce((sum, count) => sum + count, 0);
            const isLed = 2 * Math.max(0, ...counts) > total;
            return group.length === 0 || (counts.length >= 5 && group.length - counts.length >= 5 && !isLed);
          };
          const isAnyShown = groups.some(({ [name]: sum }) => sum !== null);
          return (
            (all[name] === null || isMixed(everyone)) &&
            named.filter(({ [name]: sum }) => sum !== null).every((group) => isMixed(inside(group.field))) &&
            (!isAnyShown || isMixed(hidden)) &&
            [all, ...groups].every((group) => (group[name] ?? 0) % 5 === 0)
          );
        });
        return (
          areSumsSafe &&
          [...named.map((group) => inside(group.field)), groups.length > 0 ? rest : []].every(isLarge) &&
          [all, ...groups].every((group) => group.members % 5 === 0)
        );
      }),
    );
  });
});
