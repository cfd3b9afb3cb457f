import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { CourseLesson } from './course-lesson.entity.ts';
import { Course } from './course.entity.ts';

const LessonProgressSchema = defineEntity({
  name: 'LessonProgress',
  tableName: 'lesson_progress',
  primaryKeys: ['userId', 'lessonId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    lessonId: () => p.manyToOne(CourseLesson).mapToPk().primary().fieldName('lesson_id').deleteRule('cascade'),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
    rightAnswers: () => p.integer().nullable(),
    questions: () => p.integer().nullable(),
    answeredAt: () => p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'lesson_progress_course_index', properties: ['courseId', 'userId'] },
    { name: 'lesson_progress_lesson_index', properties: ['lessonId'] },
    { name: 'lesson_progress_created_index', properties: ['createdAt'] },
  ],
});

/** A lesson that a user has done; of a quiz the numbers of the latest answers. */
export class LessonProgress extends LessonProgressSchema.class {}
LessonProgressSchema.setClass(LessonProgress);
