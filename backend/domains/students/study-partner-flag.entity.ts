import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { Course } from '../courses/course.entity.ts';
import { User } from '../users/user.entity.ts';

const StudyPartnerFlagSchema = defineEntity({
  name: 'StudyPartnerFlag',
  tableName: 'study_partner_flags',
  primaryKeys: ['userId', 'courseId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    courseId: () => p.manyToOne(Course).mapToPk().primary().fieldName('course_id').deleteRule('cascade'),
    /** The last day, in UTC, on which it is shown. */
    until: p.date(),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'study_partner_flags_course_index', properties: ['courseId', 'userId'] }],
});

/** Shows that a student looks for study partners in a course. */
export class StudyPartnerFlag extends StudyPartnerFlagSchema.class {}
StudyPartnerFlagSchema.setClass(StudyPartnerFlag);
