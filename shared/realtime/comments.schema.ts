import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of new-comment: the comment's id; other fields are accepted and never read. */
export const commentIntentSchema = z.object({ id: idSchema });
