import * as z from 'zod/mini';
import { CALL_LIMITS } from '../call-limits.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { idSchema, pageQuerySchema } from './page.schema.ts';

/** Inputs of callEndpoints by endpoint name. */
export const callSchemas = {
  listCalls: { query: pageQuerySchema(CALL_LIMITS.pageMaxItems) },
  getCallEligibility: { params: z.strictObject({ userId: idSchema }) },
  getIceServers: { query: z.strictObject({ callId: z.optional(idSchema) }) },
} satisfies EndpointSchemas;
