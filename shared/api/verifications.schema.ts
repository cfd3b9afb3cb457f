import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, pageFields } from './page.schema.ts';
import { VERIFICATION_LIMITS } from '../limits.ts';
import { VERIFICATION_STATES } from './verifications.ts';

/** Inputs of verificationEndpoints by endpoint name. */
export const verificationSchemas = {
  createVerification: { body: z.strictObject({ entryId: idSchema, institutionId: idSchema }) },
  /** Pending claims when `status` is omitted. */
  listVerifications: {
    query: z.strictObject({
      status: z.optional(z.enum(VERIFICATION_STATES, 'The list is pending, confirmed, declined or revoked')),
      ...pageFields(VERIFICATION_LIMITS.pageMaxItems),
    }),
  },
  decideVerification: {
    params: idParamsSchema,
    body: z.strictObject({
      status: z.enum(['confirmed', 'declined', 'revoked'], 'Confirm, decline or revoke the claim'),
    }),
  },
  removeVerification: { params: idParamsSchema },
} satisfies EndpointSchemas;
