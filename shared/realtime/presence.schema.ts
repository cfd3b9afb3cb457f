import * as z from 'zod/mini';

/** Payload of presence. */
export const presenceIntentSchema = z.strictObject({ state: z.enum(['online', 'away'], 'Say online or away') });
