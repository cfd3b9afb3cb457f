import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const MemberGroupSchema = defineEntity({
  name: 'MemberGroup',
  tableName: 'member_groups',
  properties: {
    institutionId: () => p.manyToOne(User).mapToPk().primary().fieldName('institution_id').deleteRule('cascade'),
    week: p.date().primary(),
    /** 0 is the group of all members. */
    position: p.integer().primary(),
    field: p.text().nullable(),
    isOthers: p.boolean().fieldName('is_others').default(false),
    members: p.integer(),
    active: p.integer().nullable(),
    items: p.integer().nullable(),
    enrollments: p.integer().nullable(),
  },
  checks: [
    {
      name: 'member_groups_members_check',
      expression:
        'members >= 5 and (active is null or active >= 5) and (items is null or items >= 5) ' +
        'and (enrollments is null or enrollments >= 5)',
    },
  ],
});

/** A group of at least five members of an institution in one week; only what may be shown is stored. */
export class MemberGroup extends MemberGroupSchema.class {}
MemberGroupSchema.setClass(MemberGroup);
