import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { cursorSchema, idParamsSchema, idSchema, pageSizeSchema } from './page.schema.ts';
import { COMMENT_LIMITS } from '../limits.ts';
import { VISIBLE } from '../readable.ts';

const contentSchema = z
  .string('Write something first')
  .check(
    z.trim(),
    z.regex(VISIBLE, 'Write something first'),
    z.maxLength(COMMENT_LIMITS.contentMaxChars, `A comment has at most ${COMMENT_LIMITS.contentMaxChars} characters`),
  );

/** Query of GET /api/comments. */
const listCommentsSchema = z.strictObject({
  postId: idSchema,
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(COMMENT_LIMITS.pageMaxItems)),
});

/** Body of POST /api/comments. */
export const createCommentSchema = z.strictObject({ postId: idSchema, content: contentSchema });

/** Body of PATCH /api/comments/:id. */
const editCommentSchema = z.strictObject({ content: contentSchema });

/** Inputs of commentEndpoints by endpoint name. */
export const commentSchemas = {
  listComments: { query: listCommentsSchema },
  createComment: { body: createCommentSchema },
  editComment: { params: idParamsSchema, body: editCommentSchema },
  chooseAnswer: { params: idParamsSchema },
  unchooseAnswer: { params: idParamsSchema },
  removeComment: { params: idParamsSchema },
} satisfies EndpointSchemas;
