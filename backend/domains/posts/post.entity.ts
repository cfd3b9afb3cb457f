import { defineEntity, p } from '@mikro-orm/core';
import type { AudienceType } from '#shared/api/audiences.ts';
import type { StoredMention } from '#shared/mentions.ts';
import { AUDIENCE_CHECK, createdAtColumn, idColumn, sqlIndex, sqlUnique } from '../../db/columns.ts';
import { Course } from '../courses/course.entity.ts';
import { Event } from '../events/event.entity.ts';
import { StoredFile } from '../files/file.entity.ts';
import { User } from '../users/user.entity.ts';

const SOURCE = '(coalesce("audience_id", "user_id")), ("audience_id" is not null)';

const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    content: p.text(),
    imageUrl: p.text().nullable(),
    imageFileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('image_file_id').nullable().deleteRule('set null'),
    imageAlt: p.text().nullable(),
    sharedPostId: () =>
      p.manyToOne(Post).$type<string>().mapToPk().fieldName('shared_post_id').nullable().deleteRule('set null'),
    /** The attached event. */
    attachedEventId: () =>
      p.manyToOne(Event).mapToPk().fieldName('attached_event_id').nullable().deleteRule('set null'),
    /** The attached item. */
    attachedCourseId: () =>
      p.manyToOne(Course).mapToPk().fieldName('attached_course_id').nullable().deleteRule('set null'),
    audience: p.text().$type<AudienceType>().default('everyone'),
    /** The item whose class can see it. */
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').nullable().deleteRule('cascade'),
    /** The institution whose confirmed members can see it. */
    institutionId: () => p.manyToOne(User).mapToPk().fieldName('institution_id').nullable().deleteRule('cascade'),
    audienceId: p.uuid().generated('(coalesce(course_id, institution_id)) stored').lazy().hidden().nullable(),
    isAnnouncement: p.boolean().default(false),
    /** When the author of the item pinned it to the top of its class; null when it is not pinned. */
    pinnedAt: p.datetime(3).nullable(),
    likes: p.integer().default(0),
    comments: p.integer().default(0),
    shares: p.integer().default(0),
    createdAt: createdAtColumn(),
    editedAt: p.datetime(3).nullable(),
    isQuestion: p.boolean().default(false),
    /** The comment that the author chose as the answer; comments import posts, so it has no foreign key. */
    answerId: p.uuid().nullable(),
    mentions: p.json<StoredMention[]>().defaultRaw(`'[]'`),
    /** Rank in Top: the time of the post, plus one day for each e-fold of reactions by others. */
    rankMs: p
      .bigint('number')
      .generated(
        `((extract(epoch from (created_at - '1970-01-01 00:00:00+00'::timestamptz)) * 1000)::bigint + ` +
          `(ln((1 + likes + 2 * comments + 3 * shares)::double precision) * 86400000)::bigint) stored`,
      )
      .lazy()
      .hidden()
      .nullable(),
  },
  uniques: [
    sqlUnique(
      'posts_plain_share_unique',
      `"posts" ("user_id", "shared_post_id") where "shared_post_id" is not null and "content" = ''`,
    ),
  ],
  indexes: [
    sqlIndex('posts_list', `"posts" ("created_at" desc, "id" desc) where "audience" = 'everyone'`),
    sqlIndex('posts_top', `"posts" ("rank_ms" desc, "id" desc) where "audience" = 'everyone'`),
    sqlIndex('posts_restricted_newest', `"posts" ("created_at" desc, "id" desc) where "audience" <> 'everyone'`),
    sqlIndex('posts_restricted_highest', `"posts" ("rank_ms" desc, "id" desc) where "audience" <> 'everyone'`),
    sqlIndex(
      'posts_unanswered_list',
      `"posts" ("created_at" desc, "id" desc) where "is_question" and "answer_id" is null and "audience" = 'everyone'`,
    ),
    { name: 'posts_user_audience', properties: ['userId', 'audience'] },
    // Of one author, what everyone or the author's connections can see.
    sqlIndex('posts_user_list', '"posts" ("user_id", "created_at" desc, "id" desc) where "audience_id" is null'),
    sqlIndex(
      'posts_user_group_list',
      '"posts" ("user_id", "audience_id", "created_at" desc, "id" desc) where "audience_id" is not null',
    ),
    sqlIndex(
      'posts_group_list',
      '"posts" ("audience_id", "created_at" desc, "id" desc) where "audience_id" is not null',
    ),
    // By source: an institution or class whose members can see a post, otherwise its author. The feed Network
    // reads every post of a source; the feed All reads the restricted ones so when many lie within a page.
    sqlIndex('posts_source_list', `"posts" (${SOURCE}, "created_at" desc, "id" desc)`),
    sqlIndex('posts_source_top', `"posts" (${SOURCE}, "rank_ms" desc, "id" desc)`),
    sqlIndex(
      'posts_restricted_list',
      `"posts" (${SOURCE}, "created_at" desc, "id" desc) where "audience" <> 'everyone'`,
    ),
    sqlIndex('posts_restricted_top', `"posts" (${SOURCE}, "rank_ms" desc, "id" desc) where "audience" <> 'everyone'`),
    sqlIndex('posts_announcement_list', '"posts" ("course_id", "created_at" desc, "id" desc) where "is_announcement"'),
    { name: 'posts_pinned_list', properties: ['courseId'], where: 'pinned_at is not null' },
    { name: 'posts_course_index', properties: ['courseId'], where: 'course_id is not null' },
    { name: 'posts_institution_index', properties: ['institutionId'], where: 'institution_id is not null' },
    { name: 'posts_shared_post_id_index', properties: ['sharedPostId'] },
    { name: 'posts_shares_index', properties: ['createdAt'], where: 'shared_post_id is not null' },
    { name: 'posts_announced_index', properties: ['createdAt'], where: 'is_announcement' },
    {
      name: 'posts_class_questions_index',
      properties: ['createdAt'],
      where: 'is_question and course_id is not null',
    },
    { name: 'posts_image_file_id_index', properties: ['imageFileId'] },
    sqlIndex('posts_attached_event_index', '"posts" ("attached_event_id") where "attached_event_id" is not null'),
    sqlIndex('posts_attached_course_index', '"posts" ("attached_course_id") where "attached_course_id" is not null'),
  ],
  checks: [
    { name: 'posts_counters_check', expression: 'likes >= 0 and comments >= 0 and shares >= 0' },
    { name: 'posts_audience_check', expression: AUDIENCE_CHECK },
    { name: 'posts_announcement_check', expression: `not is_announcement or audience = 'course'` },
    { name: 'posts_pinned_check', expression: `pinned_at is null or audience = 'course'` },
    { name: 'posts_attached_check', expression: 'num_nonnulls(attached_event_id, attached_course_id) <= 1' },
  ],
});

/** One post; a post with `sharedPostId` and empty `content` is a plain share, of which a member has one per post. */
export class Post extends PostSchema.class {}
PostSchema.setClass(Post);
