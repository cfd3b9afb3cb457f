import * as z from 'zod/mini';
import { idSchema } from './page.schema.ts';
import { SAVED_TYPES } from './saved.ts';

/** Path parameters of /api/saved/:type/:id. */
export const savedParamsSchema = z.strictObject({ type: z.enum(SAVED_TYPES, 'This cannot be saved'), id: idSchema });
