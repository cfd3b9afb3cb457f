import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of post-create and post-update: the record's id; other fields are accepted and never read. */
export const postIntentSchema = z.object({ id: idSchema });
