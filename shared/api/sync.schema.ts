import * as z from 'zod/mini';

/** Query of GET /api/sync. */
export const syncQuerySchema = z.strictObject({
  since: z.pipe(
    z.string('The place in the stream is a number').check(z.regex(/^\d{1,15}$/, 'The place in the stream is a number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number(),
    ),
  ),
});
