import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { StoredFile } from '../files/file.entity.ts';
import { Course } from './course.entity.ts';

const CourseFileSchema = defineEntity({
  name: 'CourseFile',
  tableName: 'course_files',
  properties: {
    id: idColumn(),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    fileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('file_id').deleteRule('cascade'),
    title: p.text(),
    position: p.integer(),
    /** Grows when the author replaces the file. */
    version: p.integer().default(1),
    isPreview: p.boolean().default(false),
    createdAt: createdAtColumn(),
    /** When the file was added or replaced. */
    updatedAt: createdAtColumn(),
  },
  indexes: [
    { name: 'course_files_list', properties: ['courseId', 'position', 'id'] },
    { name: 'course_files_file_index', properties: ['fileId'] },
  ],
});

/** A file of an item; `position` orders the files of one item. */
export class CourseFile extends CourseFileSchema.class {}
CourseFileSchema.setClass(CourseFile);
