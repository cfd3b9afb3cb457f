import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { cursorSchema, idParamsSchema, idSchema, pageSizeSchema } from './page.schema.ts';
import { VERIFICATION_LIMITS } from '../limits.ts';
import { VERIFICATION_STATES } from './verifications.ts';

/** Body of POST /api/verifications. */
const createVerificationSchema = z.strictObject({ lineId: idSchema, institutionId: idSchema });

/** Query of GET /api/verifications; those that wait when `status` is left out. */
const listVerificationsSchema = z.strictObject({
  status: z.optional(z.enum(VERIFICATION_STATES, 'The list is pending, confirmed, declined or revoked')),
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(VERIFICATION_LIMITS.pageMaxItems)),
});

/** Body of PATCH /api/verifications/:id. */
const decideVerificationSchema = z.strictObject({
  status: z.enum(['confirmed', 'declined', 'revoked'], 'Confirm, decline or revoke the claim'),
});

/** Inputs of verificationEndpoints by endpoint name. */
export const verificationSchemas = {
  createVerification: { body: createVerificationSchema },
  listVerifications: { query: listVerificationsSchema },
  decideVerification: { params: idParamsSchema, body: decideVerificationSchema },
  removeVerification: { params: idParamsSchema },
} satisfies EndpointSchemas;
