import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { Course } from '../courses/course.entity.ts';
import { User } from '../users/user.entity.ts';

const ReviewSchema = defineEntity({
  name: 'Review',
  tableName: 'reviews',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').deleteRule('cascade'),
    /** 1 to 5 stars. */
    rating: p.integer(),
    /** Empty when the user gave stars alone. */
    text: p.text(),
    createdAt: createdAtColumn(),
    /** When the user last changed it; null until then. */
    editedAt: p.datetime(3).nullable(),
    /** What the author of the item replied; null without a reply. */
    reply: p.text().nullable(),
    repliedAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'reviews_user_course_unique', properties: ['userId', 'courseId'] }],
  indexes: [
    sqlIndex('reviews_course_list', '"reviews" ("course_id", "created_at" desc, "id" desc)'),
    { name: 'reviews_created_index', properties: ['createdAt'] },
  ],
  checks: [
    { name: 'reviews_rating_check', expression: 'rating >= 1 and rating <= 5' },
    { name: 'reviews_reply_check', expression: '(reply is null) = (replied_at is null)' },
  ],
});

/** A user's review of an item. Its item counts it in `reviews` and `rating_sum`. */
export class Review extends ReviewSchema.class {}
ReviewSchema.setClass(Review);
