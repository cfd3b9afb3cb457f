import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { Course } from './course.entity.ts';

const CourseSectionSchema = defineEntity({
  name: 'CourseSection',
  tableName: 'course_sections',
  properties: {
    id: idColumn(),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    title: p.text(),
    position: p.integer(),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'course_sections_list', properties: ['courseId', 'position', 'id'] }],
});

/** A section of an item; `position` orders the sections of one item. */
export class CourseSection extends CourseSectionSchema.class {}
CourseSectionSchema.setClass(CourseSection);
