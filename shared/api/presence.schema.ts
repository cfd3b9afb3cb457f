import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { PRESENCE_LIMITS as L } from '../limits.ts';
import { idSchema } from './page.schema.ts';

/** Query of GET /api/presence. */
const listPresenceSchema = z.strictObject({
  ids: z.pipe(
    z.string('Name whom you ask for').check(z.maxLength(L.idsMax * 37, `At most ${L.idsMax} people can be asked for`)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(idSchema).check(z.maxLength(L.idsMax, `At most ${L.idsMax} people can be asked for`)),
    ),
  ),
});

/** Inputs of presenceEndpoints by endpoint name. */
export const presenceSchemas = {
  listPresence: { query: listPresenceSchema },
} satisfies EndpointSchemas;
