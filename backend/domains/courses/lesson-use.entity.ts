import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Course } from './course.entity.ts';

const LessonUseSchema = defineEntity({
  name: 'LessonUse',
  tableName: 'lesson_uses',
  primaryKeys: ['userId', 'lessonId'],
  properties: {
    userId: () =>
      p.manyToOne(User).mapToPk().primary().fieldName('user_id').updateRule('cascade').deleteRule('cascade'),
    /** Without a foreign key: what was used stays recorded when the part is deleted. */
    lessonId: p.uuid().primary(),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'lesson_uses_course_index', properties: ['courseId', 'userId'] }],
});

/** A learner has opened a lesson, or answered its quiz. */
export class LessonUse extends LessonUseSchema.class {}
LessonUseSchema.setClass(LessonUse);
