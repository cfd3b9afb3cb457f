import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { HELP_LIMITS as L } from '../limits.ts';
import { HELP_ARTICLE_IDS, SUPPORT_TOPICS } from './help.ts';
import { textSchema } from './text.schema.ts';

/** Inputs of helpEndpoints by endpoint name. */
export const helpSchemas = {
  rateArticle: {
    params: z.strictObject({ id: z.enum(HELP_ARTICLE_IDS, 'There is no such article') }),
    body: z.strictObject({ isHelpful: z.boolean('Choose whether it helped') }),
  },
  noteSearch: {
    body: z.strictObject({
      query: textSchema('The search must be text', L.searchMaxChars, 'The search is too long').check(
        z.minLength(1, 'The search is empty'),
      ),
    }),
  },
  createSupportRequest: {
    body: z.strictObject({
      topic: z.enum(SUPPORT_TOPICS, 'Choose what it is about'),
      text: textSchema(
        'Write what you would like to say',
        L.textMaxChars,
        `A message has at most ${L.textMaxChars} characters`,
      ).check(z.minLength(1, 'Write what you would like to say')),
      requestId: z.optional(
        textSchema('The request number must be text', L.requestIdMaxChars, 'The request number is too long').check(
          z.regex(/^[\w-]*$/, 'This is not a request number'),
        ),
      ),
    }),
  },
} satisfies EndpointSchemas;
