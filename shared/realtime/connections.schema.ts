import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of connection-create and connection-update: the connection's id; other fields are accepted and never read. */
export const connectionIntentSchema = z.object({ id: idSchema });
