import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { Post } from './post.entity.ts';

const PostEditSchema = defineEntity({
  name: 'PostEdit',
  tableName: 'post_edits',
  properties: {
    id: idColumn(),
    postId: () => p.manyToOne(Post).mapToPk().fieldName('post_id').deleteRule('cascade'),
    content: p.text(),
    imageAlt: p.text().nullable(),
    /** When this version was published. */
    createdAt: createdAtColumn(),
  },
  indexes: [sqlIndex('post_edits_list', '"post_edits" ("post_id", "created_at" desc, "id" desc)')],
});

/** One earlier version of a post, stored when an edit replaces it. */
export class PostEdit extends PostEditSchema.class {}
PostEditSchema.setClass(PostEdit);
