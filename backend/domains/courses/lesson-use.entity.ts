import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { CourseLesson } from './course-lesson.entity.ts';
import { Course } from './course.entity.ts';

const LessonUseSchema = defineEntity({
  name: 'LessonUse',
  tableName: 'lesson_uses',
  primaryKeys: ['userId', 'lessonId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    lessonId: () => p.manyToOne(CourseLesson).mapToPk().primary().fieldName('lesson_id').deleteRule('cascade'),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
  indexes: [
    { name: 'lesson_uses_course_index', properties: ['courseId', 'userId'] },
    { name: 'lesson_uses_lesson_index', properties: ['lessonId'] },
  ],
});

/** A learner has opened a lesson, or answered its quiz. */
export class LessonUse extends LessonUseSchema.class {}
LessonUseSchema.setClass(LessonUse);
