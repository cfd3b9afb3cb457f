import * as z from 'zod/mini';
import { FILE_PURPOSES } from './files.ts';

/** Query of POST /api/uploads. */
export const uploadQuerySchema = z.strictObject({ purpose: z.enum(FILE_PURPOSES, 'Say what the file is for') });
