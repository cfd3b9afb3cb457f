import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
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
  },
  uniques: [{ name: 'enrollments_user_course_unique', properties: ['userId', 'courseId'] }],
  indexes: [{ name: 'enrollments_course_index', properties: ['courseId', 'userId'] }],
});

/** A user's enrollment in an item. */
export class Enrollment extends EnrollmentSchema.class {}
EnrollmentSchema.setClass(Enrollment);
