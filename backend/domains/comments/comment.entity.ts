import { defineEntity, p } from '@mikro-orm/core';
import type { StoredMention } from '#shared/mentions.ts';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { Post } from '../posts/post.entity.ts';
import { User } from '../users/user.entity.ts';

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    id: idColumn(),
    postId: () => p.manyToOne(Post).mapToPk().fieldName('post_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    content: p.text(),
    createdAt: createdAtColumn(),
    editedAt: p.datetime(3).nullable(),
    mentions: p.json<StoredMention[]>().defaultRaw(`'[]'`),
  },
  indexes: [
    { name: 'comments_post_list', properties: ['postId', 'createdAt', 'id'] },
    { name: 'comments_user_id_index', properties: ['userId'] },
    { name: 'comments_created_index', properties: ['createdAt'] },
  ],
});

/** One comment under a post; listed oldest first. */
export class Comment extends CommentSchema.class {}
CommentSchema.setClass(Comment);
