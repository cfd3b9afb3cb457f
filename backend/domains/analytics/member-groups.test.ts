import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupMembers, type GroupedMember } from './member-groups.ts';

const members = (field: string | null, active: number, inactive: number): GroupedMember[] => [
  ...Array.from({ length: active }, () => ({ field, isActive: true })),
  ...Array.from({ length: inactive }, () => ({ field, isActive: false })),
];

describe('groups of members', () => {
  it('do not exist below five members', () => {
    expect(groupMembers(members('Biology', 2, 2))).toEqual([]);
  });

  it('hide who was active where one side has fewer than five', () => {
    const [all] = groupMembers(members('Biology', 4, 9));
    expect(all).toEqual({ field: null, isOthers: false, members: 10, active: null });
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
      { field: null, isOthers: false, members: 25, active: 10 },
      { field: 'Biology', isOthers: false, members: 10, active: 5 },
      { field: null, isOthers: true, members: 10, active: 5 },
    ]);
  });

  it('write a field in one way, however its case is', () => {
    const groups = groupMembers([...members('Biology', 5, 5), ...members('biology', 5, 5), ...members('Law', 5, 5)]);
    expect(groups.map(({ field }) => field)).toEqual([null, 'Biology', 'Law']);
  });

  it('have no difference of fewer than five members, at random', () => {
    const field = fc.constantFrom('Art', 'Biology', 'Chemistry', 'Law', null);
    const anyone = fc.array(fc.record({ field, isActive: fc.boolean() }), { maxLength: 80 });
    fc.assert(
      fc.property(anyone, (everyone) => {
        const [all, ...groups] = groupMembers(everyone);
        if (!all) return everyone.length < 5;
        const inside = (name: string | null) => everyone.filter((member) => member.field === name);
        const named = groups.filter(({ isOthers }) => !isOthers);
        const rest = everyone.filter((member) => !named.some((group) => group.field === member.field));
        // What anyone can compute: each group, the others, and those whose activity is hidden as one group.
        const hidden = [
          ...named.filter(({ active }) => active === null).flatMap((group) => inside(group.field)),
          ...(groups.some(({ isOthers, active }) => isOthers && active !== null) ? [] : rest),
        ];
        const isLarge = (group: GroupedMember[]) => group.length === 0 || group.length >= 5;
        const isMixed = (group: GroupedMember[]) => {
          const active = group.filter(({ isActive }) => isActive).length;
          return group.length === 0 || (active >= 5 && group.length - active >= 5);
        };
        const isAnyShown = groups.some(({ active }) => active !== null);
        return (
          [...named.map((group) => inside(group.field)), groups.length > 0 ? rest : []].every(isLarge) &&
          named.filter(({ active }) => active !== null).every((group) => isMixed(inside(group.field))) &&
          (!isAnyShown || isMixed(hidden)) &&
          [all, ...groups].every((group) => group.members % 5 === 0 && (group.active ?? 0) % 5 === 0)
        );
      }),
    );
  });
});
