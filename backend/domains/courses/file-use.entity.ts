import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Course } from './course.entity.ts';

const FileUseSchema = defineEntity({
  name: 'FileUse',
  tableName: 'file_uses',
  primaryKeys: ['userId', 'courseFileId'],
  properties: {
    userId: () =>
      p.manyToOne(User).mapToPk().primary().fieldName('user_id').updateRule('cascade').deleteRule('cascade'),
    /** Without a foreign key: what was used stays recorded when the part is deleted. */
    courseFileId: p.uuid().primary(),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    /** The bytes that were served, as a union of ranges. */
    served: p.string().columnType('int8multirange'),
    /** How many bytes these are. */
    servedBytes: p.bigint('number'),
    /** True once a part of it was served to be saved. */
    isSaved: p.boolean().default(false),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'file_uses_course_index', properties: ['courseId', 'userId'] }],
});

/** What the server has served of a file of an item to a learner. */
export class FileUse extends FileUseSchema.class {}
FileUseSchema.setClass(FileUse);
