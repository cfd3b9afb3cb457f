import { defineEntity, p } from '@mikro-orm/core';
import type { LessonKind, QuizQuestion } from '#shared/api/courses.ts';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { CourseFile } from './course-file.entity.ts';
import { CourseSection } from './course-section.entity.ts';
import { Course } from './course.entity.ts';

const CourseLessonSchema = defineEntity({
  name: 'CourseLesson',
  tableName: 'course_lessons',
  properties: {
    id: idColumn(),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    sectionId: () => p.manyToOne(CourseSection).mapToPk().fieldName('section_id').deleteRule('cascade'),
    title: p.text(),
    kind: p.text().$type<LessonKind>(),
    text: p.text().nullable(),
    linkUrl: p.text().nullable(),
    courseFileId: () => p.manyToOne(CourseFile).mapToPk().fieldName('course_file_id').nullable().deleteRule('cascade'),
    questions: p.json<QuizQuestion[]>().nullable(),
    isPreview: p.boolean().default(false),
    position: p.integer(),
    createdAt: createdAtColumn(),
    /** Counts the edits. */
    textVersion: p.integer().default(1),
  },
  indexes: [
    { name: 'course_lessons_list', properties: ['courseId', 'position', 'id'] },
    { name: 'course_lessons_section_index', properties: ['sectionId'] },
    { name: 'course_lessons_file_index', properties: ['courseFileId'], where: 'course_file_id is not null' },
  ],
  checks: [
    {
      name: 'course_lessons_kind_check',
      expression: `(kind = 'text') = (text is not null) and (kind = 'link') = (link_url is not null)
        and (kind = 'file') = (course_file_id is not null) and (kind = 'quiz') = (questions is not null)`,
    },
  ],
});

/** A lesson with the content of its kind; `position` orders the lessons of one section. */
export class CourseLesson extends CourseLessonSchema.class {}
CourseLessonSchema.setClass(CourseLesson);
