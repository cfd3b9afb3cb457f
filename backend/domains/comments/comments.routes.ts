import { createCommentSchema, editCommentSchema, listCommentsSchema } from '#shared/api/comments.schema.ts';
import { commentEndpoints } from '#shared/api/comments.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import { route, type Route } from '../../http/route.ts';
import { listComments } from './comments.feed.ts';
import { createComment, editComment, removeComment, setAnswer } from './comments.service.ts';

/** Routes of comments. */
export const commentRoutes: Route[] = [
  route(commentEndpoints.listComments, { query: listCommentsSchema }, ({ pool, identity, query }) =>
    listComments(pool, identity.id, query),
  ),
  route(commentEndpoints.createComment, { body: createCommentSchema }, ({ em, identity, body }) =>
    createComment(em, identity.id, body),
  ),
  route(
    commentEndpoints.editComment,
    { params: idParamsSchema, body: editCommentSchema },
    ({ em, identity, params, body }) => editComment(em, identity.id, { ...body, commentId: params.id }),
  ),
  route(commentEndpoints.chooseAnswer, { params: idParamsSchema }, ({ em, identity, params }) =>
    setAnswer(em, identity.id, { commentId: params.id, isChosen: true }),
  ),
  route(commentEndpoints.unchooseAnswer, { params: idParamsSchema }, ({ em, identity, params }) =>
    setAnswer(em, identity.id, { commentId: params.id, isChosen: false }),
  ),
  route(commentEndpoints.removeComment, { params: idParamsSchema }, ({ em, identity, params }) =>
    removeComment(em, identity.id, params.id),
  ),
];
