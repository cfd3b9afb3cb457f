import * as z from 'zod/mini';
import { COMMENT_LIMITS } from '../limits.ts';
import { VISIBLE } from '../readable.ts';
import { cursorSchema, idSchema, pageSizeSchema } from './page.schema.ts';

const contentSchema = z
  .string('Write something first')
  .check(
    z.trim(),
    z.regex(VISIBLE, 'Write something first'),
    z.maxLength(COMMENT_LIMITS.contentMaxChars, `A comment has at most ${COMMENT_LIMITS.contentMaxChars} characters`),
  );

/** Query of GET /api/comments. */
export const listCommentsSchema = z.strictObject({
  postId: idSchema,
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(COMMENT_LIMITS.pageMaxItems)),
});

/** Body of POST /api/comments. */
export const createCommentSchema = z.strictObject({ postId: idSchema, content: contentSchema });

/** Body of PATCH /api/comments/:id. */
export const editCommentSchema = z.strictObject({ content: contentSchema });
