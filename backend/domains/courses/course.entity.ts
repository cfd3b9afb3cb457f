import { defineEntity, p } from '@mikro-orm/core';
import { COURSE_LIMITS } from '#shared/limits.ts';
import type { ContentType, CourseStatus } from '#shared/api/courses.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { StoredFile } from '../files/file.entity.ts';
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
    /** The uploaded cover. */
    imageFileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('image_file_id').nullable().deleteRule('set null'),
    category: p.text().nullable(),
    contentType: p.text().$type<ContentType>().default('course'),
    forSale: p.boolean().default(true),
    fileUrl: p.text().nullable(),
    status: p.text().$type<CourseStatus>().default('draft'),
    enrollments: p.integer().default(0),
    downloads: p.integer().default(0),
    /** Number of reviews, and the sum of their stars. */
    reviews: p.integer().default(0),
    ratingSum: p.integer().default(0),
    /**
     * Rank by rating: the mean of the stars in ten-thousandths, counted as if there were ten more reviews of 3.5 stars
     * (a Bayesian mean), so that one review of five stars is not the best rating.
     */
    ratingRank: p
      .integer()
      .generated(`(((rating_sum + 35)::bigint * 10000 / (reviews + 10))::int) stored`)
      .lazy()
      .hidden()
      .nullable(),
    createdAt: createdAtColumn(),
    /** When it was first published; null until then. */
    publishedAt: p.datetime(3).nullable(),
    /** When its details, files or lessons changed last. */
    updatedAt: createdAtColumn(),
    /** Counts the edits of its details. */
    textVersion: p.integer().default(1),
    /** When an operator removed its content, for good; null otherwise. */
    takenDownAt: p.datetime(3).nullable(),
    /** When its learners were last shown that its content changed; null before. */
    newsAt: p.datetime(3).nullable(),
  },
  indexes: [
    sqlIndex('courses_published_list', `"courses" ("published_at" desc, "id" desc) where status = 'published'`),
    sqlIndex(
      'courses_type_list',
      `"courses" ("content_type", "published_at" desc, "id" desc) where status = 'published'`,
    ),
    sqlIndex(
      'courses_category_list',
      `"courses" ("category", "published_at" desc, "id" desc) where status = 'published'`,
    ),
    sqlIndex('courses_popular_list', `"courses" ("enrollments" desc, "id" desc) where status = 'published'`),
    sqlIndex('courses_rating_list', `"courses" ("rating_rank" desc, "id" desc) where status = 'published'`),
    sqlIndex('courses_price_list', `"courses" ("price", "id") where status = 'published'`),
    { name: 'courses_published_index', properties: ['publishedAt'], where: 'published_at is not null' },
    { name: 'courses_user_published', properties: ['userId'], where: `status = 'published'` },
    sqlIndex('courses_user_list', '"courses" ("user_id", "created_at" desc, "id" desc)'),
  ],
  checks: [
    { name: 'courses_status_check', expression: `status in ('draft', 'published', 'archived')` },
    {
      name: 'courses_content_type_check',
      expression: `content_type in ('course', 'ebook', 'document', 'video', 'resource')`,
    },
    {
      name: 'courses_numbers_check',
      expression: `price >= 0 and price <= ${COURSE_LIMITS.priceMax} and enrollments >= 0 and downloads >= 0`,
    },
    {
      name: 'courses_rating_check',
      expression: 'reviews >= 0 and rating_sum >= reviews and rating_sum <= reviews * 5',
    },
    {
      name: 'courses_published_check',
      expression: `status <> 'published' or (published_at is not null and taken_down_at is null)`,
    },
  ],
});

/** One published or drafted learning item; `price` is in minor units of the deployment's currency. */
export class Course extends CourseSchema.class {}
CourseSchema.setClass(Course);
