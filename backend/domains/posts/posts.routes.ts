import { postSchemas } from '#shared/api/posts.schema.ts';
import { postEndpoints } from '#shared/api/posts.ts';
import { countWrite } from '../../http/rate-limits.ts';
import { routes } from '../../http/route.ts';
import { editedVersion } from '../../http/text-version.ts';
import { listPosts } from './feed.service.ts';
import { listVersions } from './post.view.ts';
import { listLikes } from './posts.likes.ts';
import { createPost, editPost, loadPostView, removePost, setLike, setPinned, sharePost } from './posts.service.ts';
import { loadFeedSettings, setFeedSettings } from './posts.settings.ts';

/** Routes of posts, likes and shares. */
export const postRoutes = routes(postEndpoints, postSchemas, {
  listPosts: ({ pool, identity, query }) => listPosts(pool, identity, query),
  createPost: ({ tx, identity, body }) => createPost(tx, identity, body),
  getPost: ({ pool, identity, params }) => loadPostView(pool, params.id, identity.id),
  editPost: ({ tx, deps, identity, params, body, req }) => {
    const countMentions = () => countWrite(deps.limits, 'posts', identity);
    return editPost(tx, identity.id, { ...body, postId: params.id, version: editedVersion(req), countMentions });
  },
  removePost: ({ tx, identity, params }) => removePost(tx, identity.id, params.id),
  getPostHistory: ({ pool, identity, params }) => listVersions(pool, params.id, identity.id),
  getFeedSettings: ({ pool, identity }) => loadFeedSettings(pool, identity.id),
  setFeedSettings: ({ tx, identity, body }) => setFeedSettings(tx, identity.id, body),
  likePost: {
    onPool: ({ client, identity, params }) => setLike(client, identity.id, { postId: params.id, isLiked: true }),
  },
  unlikePost: {
    onPool: ({ client, identity, params }) => setLike(client, identity.id, { postId: params.id, isLiked: false }),
  },
  pinPost: ({ tx, identity, params }) => setPinned(tx, identity.id, { postId: params.id, isPinned: true }),
  unpinPost: ({ tx, identity, params }) => setPinned(tx, identity.id, { postId: params.id, isPinned: false }),
  listLikes: ({ pool, identity, params, query }) => listLikes(pool, identity.id, { ...query, postId: params.id }),
  sharePost: ({ tx, identity, params, body }) => sharePost(tx, identity.id, { ...body, postId: params.id }),
});
