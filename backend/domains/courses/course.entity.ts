import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const CourseSchema = defineEntity({
  name: 'Course',
  tableName: 'courses',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    title: p.text(),
    description: p.text(),
    price: p.integer(),
    imageUrl: p.text().nullable(),
    category: p.text().nullable(),
    contentType: p.text().default('course'),
    forSale: p.boolean().default(true),
    fileUrl: p.text().nullable(),
    status: p.text().$type<'draft' | 'published' | 'archived'>().default('draft'),
    enrollments: p.integer().default(0),
    downloads: p.integer().default(0),
    createdAt: createdAtColumn(),
  },
  indexes: [
    sqlIndex('courses_published_list', `"courses" ("created_at" desc, "id" desc) where status = 'published'`),
    sqlIndex('courses_user_list', '"courses" ("user_id", "created_at" desc, "id" desc)'),
  ],
  checks: [
    { name: 'courses_status_check', expression: `status in ('draft', 'published', 'archived')` },
    { name: 'courses_numbers_check', expression: 'price >= 0 and enrollments >= 0 and downloads >= 0' },
  ],
});

/** One published or drafted learning item; `price` is in minor units of the deployment's currency. */
export class Course extends CourseSchema.class {}
CourseSchema.setClass(Course);
