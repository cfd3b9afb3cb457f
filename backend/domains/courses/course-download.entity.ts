import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { CourseFile } from './course-file.entity.ts';
import { Course } from './course.entity.ts';

const CourseDownloadSchema = defineEntity({
  name: 'CourseDownload',
  tableName: 'course_downloads',
  primaryKeys: ['userId', 'courseFileId', 'day'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    courseFileId: () => p.manyToOne(CourseFile).mapToPk().primary().fieldName('course_file_id').deleteRule('cascade'),
    /** The day in UTC. */
    day: p.date().primary(),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
  indexes: [
    { name: 'course_downloads_course_index', properties: ['courseId', 'createdAt'] },
    { name: 'course_downloads_file_index', properties: ['courseFileId'] },
    { name: 'course_downloads_created_index', properties: ['createdAt'] },
  ],
});

/** A user downloaded a file of an item on a day. */
export class CourseDownload extends CourseDownloadSchema.class {}
CourseDownloadSchema.setClass(CourseDownload);
