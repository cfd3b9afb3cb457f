import * as z from 'zod/mini';

/** Payload of presence. */
export const presenceIntentSchema = z.strictObject({
  state: z.enum(['online', 'idle', 'away'], 'Choose online, idle or away'),
});
