import { idParamsSchema } from '#shared/api/page.schema.ts';
import {
  createPostSchema,
  editPostSchema,
  feedSettingsSchema,
  listLikesSchema,
  listPostsSchema,
  sharePostSchema,
} from '#shared/api/posts.schema.ts';
import { postEndpoints } from '#shared/api/posts.ts';
import { route, type Route } from '../../http/route.ts';
import { checkSeen } from '../users/profile.access.ts';
import { listPosts } from './posts.feed.ts';
import { listVersions } from './posts.history.ts';
import { listLikes } from './posts.likes.ts';
import { createPost, editPost, loadPostView, removePost, setLike, sharePost } from './posts.service.ts';
import { loadFeedSettings, setFeedSettings } from './posts.settings.ts';

/** Routes of posts, likes and shares. */
export const postRoutes: Route[] = [
  route(postEndpoints.listPosts, { query: listPostsSchema }, ({ pool, identity, query }) =>
    listPosts(pool, identity.id, query),
  ),
  route(
    postEndpoints.listUserPosts,
    { params: idParamsSchema, query: listLikesSchema },
    async ({ pool, identity, params, query }) => {
      await checkSeen(pool, params.id, { viewerId: identity.id });
      return listPosts(pool, identity.id, { ...query, scope: 'all', authorId: params.id });
    },
  ),
  route(postEndpoints.createPost, { body: createPostSchema }, ({ em, identity, body }) =>
    createPost(em, identity.id, body),
  ),
  route(postEndpoints.getPost, { params: idParamsSchema }, ({ pool, identity, params }) =>
    loadPostView(pool, params.id, identity.id),
  ),
  route(postEndpoints.editPost, { params: idParamsSchema, body: editPostSchema }, ({ em, identity, params, body }) =>
    editPost(em, identity.id, { ...body, postId: params.id }),
  ),
  route(postEndpoints.removePost, { params: idParamsSchema }, ({ em, identity, params }) =>
    removePost(em, identity.id, params.id),
  ),
  route(postEndpoints.getPostHistory, { params: idParamsSchema }, ({ pool, identity, params }) =>
    listVersions(pool, params.id, identity.id),
  ),
  route(postEndpoints.getFeedSettings, {}, ({ pool, identity }) => loadFeedSettings(pool, identity.id)),
  route(postEndpoints.setFeedSettings, { body: feedSettingsSchema }, ({ em, identity, body }) =>
    setFeedSettings(em, identity.id, body),
  ),
  route(postEndpoints.likePost, { params: idParamsSchema }, ({ em, identity, params }) =>
    setLike(em, identity.id, { postId: params.id, isLiked: true }),
  ),
  route(postEndpoints.unlikePost, { params: idParamsSchema }, ({ em, identity, params }) =>
    setLike(em, identity.id, { postId: params.id, isLiked: false }),
  ),
  route(
    postEndpoints.listLikes,
    { params: idParamsSchema, query: listLikesSchema },
    ({ pool, identity, params, query }) => listLikes(pool, identity.id, { ...query, postId: params.id }),
  ),
  route(postEndpoints.sharePost, { params: idParamsSchema, body: sharePostSchema }, ({ em, identity, params, body }) =>
    sharePost(em, identity.id, { ...body, postId: params.id }),
  ),
];
