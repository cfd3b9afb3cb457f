import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of new-message: the message's id; other fields are accepted and never read. */
export const newMessageIntentSchema = z.object({ id: idSchema });

/** Payload of typing. */
export const typingIntentSchema = z.strictObject({ conversationId: idSchema });
