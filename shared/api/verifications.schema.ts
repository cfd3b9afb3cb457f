import * as z from 'zod/mini';
import { VERIFICATION_LIMITS } from '../limits.ts';
import { cursorSchema, idSchema, pageSizeSchema } from './page.schema.ts';
import { VERIFICATION_STATES } from './verifications.ts';

/** Body of POST /api/verifications. */
export const createVerificationSchema = z.strictObject({ lineId: idSchema, institutionId: idSchema });

/** Query of GET /api/verifications; those that wait when `status` is left out. */
export const listVerificationsSchema = z.strictObject({
  status: z.optional(z.enum(VERIFICATION_STATES, 'The list is pending, confirmed, declined or revoked')),
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(VERIFICATION_LIMITS.pageMaxItems)),
});

/** Body of PATCH /api/verifications/:id. */
export const decideVerificationSchema = z.strictObject({
  status: z.enum(['confirmed', 'declined', 'revoked'], 'Confirm, decline or revoke the claim'),
});
