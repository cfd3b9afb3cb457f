import * as z from 'zod/mini';
import { FILE_LIMITS } from '../limits.ts';
import { FILE_PURPOSES } from './files.ts';

const purposeSchema = z.enum(FILE_PURPOSES, 'Say what the file is for');

/** Query of POST /api/uploads. */
export const uploadQuerySchema = z.strictObject({ purpose: purposeSchema });

/** Query of GET /api/files/:id; with `download=1` the file is saved and not shown. */
export const fileQuerySchema = z.strictObject({ download: z.optional(z.literal('1', 'download is 1 or left out')) });

/** Body of POST /api/uploads/sessions. */
export const uploadSessionSchema = z.strictObject({
  purpose: purposeSchema,
  name: z.string('The file needs a name').check(z.maxLength(FILE_LIMITS.claimedNameMaxChars, 'This name is too long')),
  size: z.int('The size is a whole number of bytes').check(z.minimum(1, 'This file is empty')),
  sha256: z.optional(z.string('This is not a SHA-256').check(z.regex(/^[0-9a-f]{64}$/, 'This is not a SHA-256'))),
});

/** Query of GET /api/files/:id/open. */
export const fileLinkSchema = z.strictObject({
  t: z.string('This link is not complete').check(z.maxLength(300, 'This link is not valid')),
});
