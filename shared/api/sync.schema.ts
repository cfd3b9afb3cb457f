import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { numberTextSchema } from './page.schema.ts';

/** Query of GET /api/sync. */
const syncQuerySchema = z.strictObject({
  since: numberTextSchema(/^\d{1,15}$/, 'The place in the stream is a number'),
});

/** Inputs of syncEndpoints by endpoint name. */
export const syncSchemas = {
  listMissed: { query: syncQuerySchema },
} satisfies EndpointSchemas;
