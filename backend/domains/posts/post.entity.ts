import { defineEntity, p } from '@mikro-orm/core';
import type { Mention } from '#shared/mentions.ts';
import { createdAtColumn, idColumn, sqlIndex, sqlUnique } from '../../db/columns.ts';
import { Event } from '../events/event.entity.ts';
import { StoredFile } from '../files/file.entity.ts';
import { User } from '../users/user.entity.ts';

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
    likes: p.integer().default(0),
    comments: p.integer().default(0),
    shares: p.integer().default(0),
    createdAt: createdAtColumn(),
    editedAt: p.datetime(3).nullable(),
    isQuestion: p.boolean().default(false),
    /** The comment that the author chose as the answer; comments import posts, so it has no foreign key. */
    answerId: p.uuid().nullable(),
    mentions: p.json<Mention[]>().defaultRaw(`'[]'`),
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
    sqlIndex('posts_list', '"posts" ("created_at" desc, "id" desc)'),
    sqlIndex('posts_user_list', '"posts" ("user_id", "created_at" desc, "id" desc)'),
    sqlIndex('posts_top', '"posts" ("rank_ms" desc, "id" desc)'),
    sqlIndex('posts_user_top', '"posts" ("user_id", "rank_ms" desc, "id" desc)'),
    sqlIndex(
      'posts_unanswered_list',
      '"posts" ("created_at" desc, "id" desc) where "is_question" and "answer_id" is null',
    ),
    { name: 'posts_shared_post_id_index', properties: ['sharedPostId'] },
    { name: 'posts_image_file_id_index', properties: ['imageFileId'] },
    sqlIndex('posts_attached_event_index', '"posts" ("attached_event_id") where "attached_event_id" is not null'),
  ],
  checks: [{ name: 'posts_counters_check', expression: 'likes >= 0 and comments >= 0 and shares >= 0' }],
});

/** One post; a post with `sharedPostId` and empty `content` is a plain share, of which a member has one per post. */
export class Post extends PostSchema.class {}
PostSchema.setClass(Post);
