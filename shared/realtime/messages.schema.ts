import * as z from 'zod/mini';
import { idSchema } from '../api/page.schema.ts';

/** Payload of typing. */
export const typingIntentSchema = z.strictObject({ conversationId: idSchema });
