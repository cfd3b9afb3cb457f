import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema } from './page.schema.ts';
import { FILE_LIMITS } from '../limits.ts';
import { FILE_PURPOSES } from './files.ts';

const purposeSchema = z.enum(FILE_PURPOSES, 'Say what the file is for');

/** Query of POST /api/uploads. */
const uploadQuerySchema = z.strictObject({ purpose: purposeSchema });

/** Query of GET /api/files/:id; with `download=1` the file is saved and not shown. */
const fileQuerySchema = z.strictObject({ download: z.optional(z.literal('1', 'download is 1 or left out')) });

/** Body of POST /api/uploads/sessions. */
const uploadSessionSchema = z.strictObject({
  purpose: purposeSchema,
  name: z.string('The file needs a name').check(z.maxLength(FILE_LIMITS.claimedNameMaxChars, 'This name is too long')),
  size: z.int('The size is a whole number of bytes').check(z.minimum(1, 'This file is empty')),
  sha256: z.optional(z.string('This is not a SHA-256').check(z.regex(/^[0-9a-f]{64}$/, 'This is not a SHA-256'))),
});

/** Query of GET /api/files/:id/open. */
const fileLinkSchema = z.strictObject({
  t: z.string('This link is not complete').check(z.maxLength(300, 'This link is not valid')),
});

/** Inputs of fileEndpoints by endpoint name. */
export const fileSchemas = {
  upload: { query: uploadQuerySchema },
  getFileLink: { params: idParamsSchema },
  openFileLink: { params: idParamsSchema, query: fileLinkSchema },
  getFile: { params: idParamsSchema, query: fileQuerySchema },
  getFilePreview: { params: idParamsSchema },
  createUploadSession: { body: uploadSessionSchema },
  getUploadSession: { params: idParamsSchema },
  continueUpload: { params: idParamsSchema },
  removeUploadSession: { params: idParamsSchema },
} satisfies EndpointSchemas;
