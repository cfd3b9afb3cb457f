import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema } from './page.schema.ts';
import { FILE_LIMITS as L } from '../limits.ts';
import { FILE_PURPOSES } from './files.ts';

const purposeSchema = z.enum(FILE_PURPOSES, 'Choose what the file is for');

/** Inputs of fileEndpoints by endpoint name. */
export const fileSchemas = {
  upload: { query: z.strictObject({ purpose: purposeSchema }) },
  getFileLink: { params: idParamsSchema },
  openFileLink: {
    params: idParamsSchema,
    query: z.strictObject({
      t: z.string('This link is not complete').check(z.maxLength(300, 'This link is not valid')),
    }),
  },
  /** With `download=1` the file is saved and not shown. */
  getFile: {
    params: idParamsSchema,
    query: z.strictObject({ download: z.optional(z.literal('1', 'download is 1 or omitted')) }),
  },
  getFilePreview: { params: idParamsSchema },
  createUploadSession: {
    body: z.strictObject({
      purpose: purposeSchema,
      name: z.string('The file needs a name').check(z.maxLength(L.claimedNameMaxChars, 'This name is too long')),
      size: z.int('The size is a whole number of bytes').check(z.minimum(1, 'This file is empty')),
      sha256: z.optional(z.string('This is not a SHA-256').check(z.regex(/^[0-9a-f]{64}$/, 'This is not a SHA-256'))),
    }),
  },
  getUploadSession: { params: idParamsSchema },
  continueUpload: { params: idParamsSchema },
  removeUploadSession: { params: idParamsSchema },
} satisfies EndpointSchemas;
