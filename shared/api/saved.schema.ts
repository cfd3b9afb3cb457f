import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { DRAFT_LIMITS as L } from '../limits.ts';
import { idSchema } from './page.schema.ts';
import { MARKED_LISTS, SAVED_TYPES } from './saved.ts';

/** Path parameters of /api/saved/:type/:id. */
const savedParamsSchema = z.strictObject({ type: z.enum(SAVED_TYPES, 'This cannot be saved'), id: idSchema });

/** Path parameters of /api/drafts/:key. */
const draftParamsSchema = z.strictObject({
  key: z
    .string('This is not a draft')
    .check(z.regex(/^[a-z]{1,20}(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, 'This is not a draft')),
});

/** Path parameters of /api/markers/:list. */
const markerParamsSchema = z.strictObject({ list: z.enum(MARKED_LISTS, 'This list has no marker') });

/** Inputs of savedEndpoints by endpoint name. */
export const savedSchemas = {
  saveItem: { params: savedParamsSchema },
  unsaveItem: { params: savedParamsSchema },
  getDraft: { params: draftParamsSchema },
  setDraft: {
    params: draftParamsSchema,
    body: z.strictObject({
      body: z
        .string('A draft is text')
        .check(z.maxLength(L.bodyMaxChars, `A draft has at most ${L.bodyMaxChars} characters`)),
    }),
  },
  removeDraft: { params: draftParamsSchema },
  getMarker: { params: markerParamsSchema },
  /** The id must be of version 7, because its time is compared. */
  setMarker: {
    params: markerParamsSchema,
    body: z.strictObject({ lastSeenId: z.uuidv7('This is not an id of the list') }),
  },
} satisfies EndpointSchemas;
