import * as z from 'zod/mini';
import { ROLES, type EndpointSchemas } from './endpoint.ts';
import { cursorSchema, idParamsSchema, idSchema, pageSizeSchema } from './page.schema.ts';
import { CONNECTION_LIMITS } from '../limits.ts';

/** Query of GET /api/connections; the list of accepted ones when `status` is left out. */
const listConnectionsSchema = z.strictObject({
  status: z.optional(z.enum(['accepted', 'received', 'sent'], 'The list is accepted, received or sent')),
  q: z.optional(
    z
      .string('The search must be text')
      .check(z.trim(), z.maxLength(CONNECTION_LIMITS.searchMaxChars, 'The search is too long')),
  ),
  role: z.optional(z.enum(ROLES, 'This is not a role')),
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(CONNECTION_LIMITS.pageMaxItems)),
});

/** Body of POST /api/connections. */
const createConnectionSchema = z.strictObject({
  connectedUserId: idSchema,
  note: z.optional(
    z
      .string('The note must be text')
      .check(
        z.trim(),
        z.maxLength(CONNECTION_LIMITS.noteMaxChars, `A note has at most ${CONNECTION_LIMITS.noteMaxChars} characters`),
      ),
  ),
});

/** Body of PATCH /api/connections/:id. */
const answerConnectionSchema = z.strictObject({
  status: z.enum(['accepted', 'rejected'], 'Accept or decline the request'),
});

/** Inputs of connectionEndpoints by endpoint name. */
export const connectionSchemas = {
  listConnections: { query: listConnectionsSchema },
  createConnection: { body: createConnectionSchema },
  answerConnection: { params: idParamsSchema, body: answerConnectionSchema },
  ignoreConnection: { params: idParamsSchema },
  removeConnection: { params: idParamsSchema },
  dismissSuggestion: { params: idParamsSchema },
  restoreSuggestion: { params: idParamsSchema },
  listMutual: { params: idParamsSchema },
} satisfies EndpointSchemas;
