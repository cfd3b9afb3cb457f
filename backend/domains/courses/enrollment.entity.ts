import { defineEntity, p } from '@mikro-orm/core';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { Course } from './course.entity.ts';
import { User } from '../users/user.entity.ts';

const EnrollmentSchema = defineEntity({
  name: 'Enrollment',
  tableName: 'enrollments',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
    /** How the user came by the item: an enrollment in a free one, or a purchase. */
    source: p.text().$type<'free' | 'purchase'>().default('free'),
    /** The latest purchase that gave the item to the user; purchases import courses, so it has no foreign key. */
    purchaseId: p.uuid().nullable(),
    /** Percentage of the lessons and files that are done. */
    progress: p.integer().default(0),
    /** The highest `progress` so far, which undoing lessons does not lower. */
    progressMax: p.integer().default(0),
    /** When the user last learned from it; null until then. */
    lastOpenedAt: p.datetime(3).nullable(),
    /** When everything was done for the first time; null until then. */
    completedAt: p.datetime(3).nullable(),
    /** True while the payment for it is being refunded: its lessons and files are not served. */
    isSuspended: p.boolean().default(false),
    /** True when the user hides it from the Library. */
    isArchived: p.boolean().default(false),
    /** The day (UTC) of the last activity, which is indexed in place of the time, because it changes once a day. */
    activeOn: p
      .date()
      .generated(`((coalesce(last_opened_at, created_at) at time zone 'utc')::date) stored`)
      .lazy()
      .hidden()
      .nullable(),
    /** Whether the learner has done little of the item, which is indexed in place of the progress. */
    isBehind: p
      .boolean()
      .generated(`(progress < ${COURSE_LIMITS.behindPercent} and completed_at is null) stored`)
      .lazy()
      .hidden()
      .nullable(),
  },
  uniques: [{ name: 'enrollments_user_course_unique', properties: ['userId', 'courseId'] }],
  indexes: [
    { name: 'enrollments_course_index', properties: ['courseId', 'userId'] },
    sqlIndex('enrollments_course_list', '"enrollments" ("course_id", "created_at" desc, "id" desc)'),
    sqlIndex('enrollments_user_list', '"enrollments" ("user_id", "created_at" desc, "id" desc)'),
    sqlIndex(
      'enrollments_completed_list',
      '"enrollments" ("course_id", "created_at" desc, "id" desc) where "completed_at" is not null',
    ),
    sqlIndex(
      'enrollments_activity_list',
      '"enrollments" ("course_id", "active_on" desc, "id" desc) where "completed_at" is null',
    ),
    sqlIndex('enrollments_behind_list', '"enrollments" ("course_id", "created_at" desc, "id" desc) where "is_behind"'),
    { name: 'enrollments_created_index', properties: ['createdAt'] },
    { name: 'enrollments_completed_index', properties: ['completedAt'], where: 'completed_at is not null' },
  ],
  checks: [
    { name: 'enrollments_source_check', expression: `source in ('free', 'purchase')` },
    { name: 'enrollments_progress_check', expression: 'progress >= 0 and progress <= 100' },
  ],
});

/** A user's enrollment in an item. */
export class Enrollment extends EnrollmentSchema.class {}
EnrollmentSchema.setClass(Enrollment);
