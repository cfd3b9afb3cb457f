import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { Course } from './course.entity.ts';

const CourseChangeSchema = defineEntity({
  name: 'CourseChange',
  tableName: 'course_changes',
  properties: {
    id: idColumn(),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    note: p.text(),
    createdAt: createdAtColumn(),
  },
  indexes: [sqlIndex('course_changes_list', '"course_changes" ("course_id", "created_at" desc, "id" desc)')],
});

/** An entry of an item's change log. */
export class CourseChange extends CourseChangeSchema.class {}
CourseChangeSchema.setClass(CourseChange);
