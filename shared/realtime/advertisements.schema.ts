import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of advertisement-create and advertisement-update: the id; other fields are accepted and never read. */
export const advertisementIntentSchema = z.object({ id: idSchema });
