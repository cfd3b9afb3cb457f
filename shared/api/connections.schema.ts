import * as z from 'zod/mini';
import { ROLES, type EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, pageFields } from './page.schema.ts';
import { CONNECTION_LIMITS as L } from '../limits.ts';
import { textSchema } from './text.schema.ts';

/** Inputs of connectionEndpoints by endpoint name. */
export const connectionSchemas = {
  /** Accepted connections when `status` is omitted. */
  listConnections: {
    query: z.strictObject({
      status: z.optional(z.enum(['accepted', 'received', 'sent'], 'The list is accepted, received or sent')),
      q: z.optional(textSchema('The search must be text', L.searchMaxChars, 'The search is too long')),
      role: z.optional(z.enum(ROLES, 'This is not a role')),
      ...pageFields(L.pageMaxItems),
    }),
  },
  createConnection: {
    body: z.strictObject({
      connectedUserId: idSchema,
      note: z.optional(
        textSchema('The note must be text', L.noteMaxChars, `A note has at most ${L.noteMaxChars} characters`),
      ),
    }),
  },
  answerConnection: {
    params: idParamsSchema,
    body: z.strictObject({ status: z.enum(['accepted', 'rejected'], 'Accept or decline the request') }),
  },
  ignoreConnection: { params: idParamsSchema },
  removeConnection: { params: idParamsSchema },
  dismissSuggestion: { params: idParamsSchema },
  restoreSuggestion: { params: idParamsSchema },
  listMutual: { params: idParamsSchema },
} satisfies EndpointSchemas;
