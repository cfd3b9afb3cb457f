import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Post } from './post.entity.ts';

const PostLikeSchema = defineEntity({
  name: 'PostLike',
  tableName: 'post_likes',
  primaryKeys: ['postId', 'userId'],
  properties: {
    postId: () => p.manyToOne(Post).mapToPk().primary().fieldName('post_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
  indexes: [
    sqlIndex('post_likes_list', '"post_likes" ("post_id", "created_at" desc, "user_id" desc)'),
    { name: 'post_likes_user_id_index', properties: ['userId'] },
    { name: 'post_likes_created_index', properties: ['createdAt'] },
  ],
});

/** One member's like of one post. */
export class PostLike extends PostLikeSchema.class {}
PostLikeSchema.setClass(PostLike);
