import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of event-create and event-update: the event's id; other fields are accepted and never read. */
export const eventIntentSchema = z.object({ id: idSchema });
