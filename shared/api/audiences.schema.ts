import * as z from 'zod/mini';
import { AUDIENCES } from './audiences.ts';
import { idSchema } from './page.schema.ts';

/** The audience of a new post or event; only an institution and a course have an id. */
export const audienceSchema = z
  .strictObject({ type: z.enum(AUDIENCES, 'Choose who can see it'), id: z.optional(idSchema) }, 'Choose who can see it')
  .check(
    z.refine(({ type, id }) => (type === 'institution' || type === 'course') === (id !== undefined), {
      path: ['id'],
      message: 'Name the institution or the item, and nothing else',
    }),
  );
