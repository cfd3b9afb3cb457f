import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { CourseFile } from './course-file.entity.ts';
import { Course } from './course.entity.ts';

const FilePositionSchema = defineEntity({
  name: 'FilePosition',
  tableName: 'file_positions',
  primaryKeys: ['userId', 'courseFileId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    courseFileId: () => p.manyToOne(CourseFile).mapToPk().primary().fieldName('course_file_id').deleteRule('cascade'),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    /** The place as a part of the file, from 0 to 1. */
    percent: p.double(),
    /** The furthest part of the file, from 0 to 1, that counts for the progress. */
    furthest: p.double().default(0),
    /** The place as the reader of the file understands it, such as a page or seconds. */
    position: p.text(),
    updatedAt: createdAtColumn(),
  },
  indexes: [
    { name: 'file_positions_course_index', properties: ['courseId', 'userId'] },
    { name: 'file_positions_file_index', properties: ['courseFileId'] },
  ],
  checks: [
    {
      name: 'file_positions_percent_check',
      expression: 'percent::numeric >= 0 and percent::numeric <= 1',
    },
    { name: 'file_positions_furthest_check', expression: 'furthest::numeric >= 0 and furthest::numeric <= 1' },
  ],
});

/** Where a user stopped in a file of an item, and how far they have been. */
export class FilePosition extends FilePositionSchema.class {}
FilePositionSchema.setClass(FilePosition);
