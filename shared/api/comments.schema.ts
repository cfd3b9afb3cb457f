import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, pageFields } from './page.schema.ts';
import { COMMENT_LIMITS as L } from '../limits.ts';
import { VISIBLE } from '../readable.ts';
import { textSchema } from './text.schema.ts';

const content = textSchema(
  'Write something first',
  L.contentMaxChars,
  `A comment has at most ${L.contentMaxChars} characters`,
).check(z.regex(VISIBLE, 'Write something first'));

/** Inputs of commentEndpoints by endpoint name. */
export const commentSchemas = {
  listComments: { query: z.strictObject({ postId: idSchema, ...pageFields(L.pageMaxItems) }) },
  createComment: { body: z.strictObject({ postId: idSchema, content }) },
  editComment: { params: idParamsSchema, body: z.strictObject({ content }) },
  chooseAnswer: { params: idParamsSchema },
  unchooseAnswer: { params: idParamsSchema },
  removeComment: { params: idParamsSchema },
} satisfies EndpointSchemas;
