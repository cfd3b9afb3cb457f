import type { EntityManager } from '@mikro-orm/postgresql';
import type { SearchDocument, SearchSource } from '../../db/search-document.ts';
import { User } from '../users/user.entity.ts';
import { Post } from './post.entity.ts';

const HASHTAG = /(?<![\p{L}\p{N}])#([\p{L}\p{N}]{1,50})/gu;
const TITLE_CHARS = 120;

/** Makes the search document of a post; null when it is gone, its author is deactivated, or it has no text. */
async function makePostDocument(em: EntityManager, postId: string): Promise<SearchDocument | null> {
  const post = await em.findOne(Post, { id: postId });
  const author = post && (await em.findOne(User, { id: post.userId, deactivatedAt: null }));
  if (!post || !author || post.content === '') return null;
  const tags = Array.from(post.content.matchAll(HASHTAG), ([, tag]) => tag ?? '');
  return {
    entityType: 'post',
    entityId: post.id,
    title: (post.content.split('\n', 1)[0] ?? '').slice(0, TITLE_CHARS),
    content: post.content,
    tags,
    keywords: [post.imageAlt],
    authorId: post.userId,
    datedAt: post.createdAt,
  };
}

/** The part of the search index that posts own. */
export const postSearch: SearchSource = {
  make: makePostDocument,
  records: `posts r join users u on u.id = r.user_id and u.deactivated_at is null where r.content <> ''`,
};
