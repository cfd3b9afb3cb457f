import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { PRESENCE_LIMITS as L } from '../limits.ts';
import { idsSchema } from './page.schema.ts';

/** Inputs of presenceEndpoints by endpoint name. */
export const presenceSchemas = {
  listPresence: { query: z.strictObject({ ids: idsSchema(L.idsMax, 'the users') }) },
} satisfies EndpointSchemas;
