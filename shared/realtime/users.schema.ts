import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of profile-update: the person's id; other fields are accepted and never read. */
export const profileIntentSchema = z.object({ id: idSchema });
