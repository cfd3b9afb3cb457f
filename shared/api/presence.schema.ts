import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { PRESENCE_LIMITS as L } from '../limits.ts';
import { idSchema } from './page.schema.ts';

/** Inputs of presenceEndpoints by endpoint name. */
export const presenceSchemas = {
  listPresence: {
    query: z.strictObject({
      ids: z.pipe(
        z.string('Name the users').check(z.maxLength(L.idsMax * 37, `At most ${L.idsMax} users can be named`)),
        z.pipe(
          z.transform((text: string) => text.split(',')),
          z.array(idSchema).check(z.maxLength(L.idsMax, `At most ${L.idsMax} users can be named`)),
        ),
      ),
    }),
  },
} satisfies EndpointSchemas;
