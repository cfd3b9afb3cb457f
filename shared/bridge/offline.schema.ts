import * as z from 'zod/mini';
import { FILE_LIMITS } from '../limits.ts';
import type { OfflineCalls } from './offline.ts';

const TEXT_MAX_CHARS = 500;

const id = z.uuid('This is not an id.');
const text = z.string('This is not a text.').check(z.maxLength(TEXT_MAX_CHARS, 'The text is too long.'));

/** A file of an item that is to be stored on this computer, or is. */
export const offlineFileSchema = z.strictObject({
  courseId: id,
  courseTitle: text,
  fileId: id,
  title: text,
  name: text,
  type: text,
  size: z
    .int('A size is a whole number.')
    .check(z.minimum(0), z.maximum(FILE_LIMITS.maxBytes['course-file'], 'The file is too large.')),
  sha256: z.string('A checksum is a text.').check(z.regex(/^[\da-f]{64}$/, 'This is not a checksum.')),
  version: z.int('A version is a whole number.').check(z.minimum(1, 'A version starts at 1.')),
});

/** Arguments of the calls about files for offline use. */
export const offlineArguments = {
  getOfflineState: z.tuple([]),
  saveOfflineCopy: z.tuple([offlineFileSchema]),
  removeOfflineCopy: z.tuple([id]),
} as const satisfies Record<keyof OfflineCalls, z.ZodMiniType>;
