import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { HELP_LIMITS as L } from '../limits.ts';
import { HELP_ARTICLE_IDS, SUPPORT_TOPICS } from './help.ts';

/** Path of POST /api/help/articles/:id/feedback. */
const articleParamsSchema = z.strictObject({ id: z.enum(HELP_ARTICLE_IDS, 'There is no such article') });

/** Body of POST /api/help/articles/:id/feedback. */
const rateArticleSchema = z.strictObject({ isHelpful: z.boolean('Say whether it helped') });

/** Body of POST /api/help/searches. */
const noteSearchSchema = z.strictObject({
  query: z
    .string('The search must be text')
    .check(z.trim(), z.minLength(1, 'The search is empty'), z.maxLength(L.searchMaxChars, 'The search is too long')),
});

/** Body of POST /api/support. */
const supportSchema = z.strictObject({
  topic: z.enum(SUPPORT_TOPICS, 'Choose what it is about'),
  text: z
    .string('Write what you would like to say')
    .check(
      z.trim(),
      z.minLength(1, 'Write what you would like to say'),
      z.maxLength(L.textMaxChars, `A message has at most ${L.textMaxChars} characters`),
    ),
  requestId: z.optional(
    z
      .string('The request number must be text')
      .check(
        z.trim(),
        z.maxLength(L.requestIdMaxChars, 'The request number is too long'),
        z.regex(/^[\w-]*$/, 'This is not a request number'),
      ),
  ),
});

/** Inputs of helpEndpoints by endpoint name. */
export const helpSchemas = {
  rateArticle: { params: articleParamsSchema, body: rateArticleSchema },
  noteSearch: { body: noteSearchSchema },
  createSupportRequest: { body: supportSchema },
} satisfies EndpointSchemas;
