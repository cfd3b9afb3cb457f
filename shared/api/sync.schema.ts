import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { numberTextSchema } from './page.schema.ts';

/** Inputs of syncEndpoints by endpoint name. */
export const syncSchemas = {
  listMissed: {
    query: z.strictObject({ since: numberTextSchema(/^\d{1,15}$/, 'The sequence number is a number') }),
  },
} satisfies EndpointSchemas;
