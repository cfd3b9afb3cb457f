import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { DRAFT_LIMITS } from '../limits.ts';
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

/** Body of PUT /api/drafts/:key. */
const setDraftSchema = z.strictObject({
  body: z
    .string('A draft is text')
    .check(z.maxLength(DRAFT_LIMITS.bodyMaxChars, `A draft has at most ${DRAFT_LIMITS.bodyMaxChars} characters`)),
});

/** Path parameters of /api/markers/:list. */
const markerParamsSchema = z.strictObject({ list: z.enum(MARKED_LISTS, 'This list has no marker') });

/** Body of PUT /api/markers/:list; the version must be 7, since its time is what counts. */
const setMarkerSchema = z.strictObject({ lastSeenId: z.uuidv7('This is not an id of the list') });

/** Inputs of savedEndpoints by endpoint name. */
export const savedSchemas = {
  saveItem: { params: savedParamsSchema },
  unsaveItem: { params: savedParamsSchema },
} satisfies EndpointSchemas;

/** Inputs of placeEndpoints by endpoint name. */
export const placeSchemas = {
  getDraft: { params: draftParamsSchema },
  setDraft: { params: draftParamsSchema, body: setDraftSchema },
  removeDraft: { params: draftParamsSchema },
  getMarker: { params: markerParamsSchema },
  setMarker: { params: markerParamsSchema, body: setMarkerSchema },
} satisfies EndpointSchemas;
