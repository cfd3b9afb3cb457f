import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** A room's name: user-{id}, call-{id} or post-{id}. */
export const roomSchema = z
  .string()
  .check(
    z.maxLength(60, 'Not a room'),
    z.regex(/^(user|call|post)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Not a room'),
  );

/** Payload of an intent that names a record, such as post-create; other fields are accepted and never read. */
export const recordIntentSchema = z.object({ id: idSchema });
