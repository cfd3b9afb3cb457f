import { commentSchemas } from '#shared/api/comments.schema.ts';
import { commentEndpoints } from '#shared/api/comments.ts';
import { countWrite } from '../../http/rate-limits.ts';
import { routes } from '../../http/route.ts';
import { editedVersion } from '../../http/text-version.ts';
import { listComments } from './comments.feed.ts';
import { createComment, editComment, removeComment, setAnswer } from './comments.service.ts';

/** Routes of comments. */
export const commentRoutes = routes(commentEndpoints, commentSchemas, {
  listComments: ({ pool, identity, query }) => listComments(pool, identity.id, query),
  createComment: { onPool: ({ client, identity, body }) => createComment(client, identity.id, body) },
  editComment: ({ tx, deps, identity, params, body, req }) => {
    const countMentions = () => countWrite(deps.limits, 'comments', identity);
    return editComment(tx, identity.id, { ...body, commentId: params.id, version: editedVersion(req), countMentions });
  },
  chooseAnswer: ({ tx, identity, params }) => setAnswer(tx, identity.id, { commentId: params.id, isChosen: true }),
  unchooseAnswer: ({ tx, identity, params }) => setAnswer(tx, identity.id, { commentId: params.id, isChosen: false }),
  removeComment: ({ tx, identity, params }) => removeComment(tx, identity.id, params.id),
});
