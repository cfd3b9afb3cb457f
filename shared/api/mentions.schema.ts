import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { MENTION_LIMITS as L } from '../limits.ts';
import { idSchema } from './page.schema.ts';

/** Inputs of mentionEndpoints by endpoint name. */
export const mentionSchemas = {
  suggestMentions: {
    query: z.strictObject({
      q: z.optional(
        z.string().check(z.trim(), z.maxLength(L.searchMaxChars, `At most ${L.searchMaxChars} characters`)),
      ),
      postId: z.optional(idSchema),
    }),
  },
} satisfies EndpointSchemas;
