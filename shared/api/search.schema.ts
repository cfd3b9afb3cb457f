import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { cursorSchema, idParamsSchema, idSchema, pageQuerySchema } from './page.schema.ts';
import { SEARCH_LIMITS as L } from '../limits.ts';
import { SEARCH_SORTS, SEARCH_TYPES, type SearchType } from './search.ts';
import { textSchema } from './text.schema.ts';

const isType = (text: string): text is SearchType => (SEARCH_TYPES as readonly string[]).includes(text);

const types = z
  .string('The types must be text')
  .check(z.refine<string>((text) => text.split(',').every(isType), `Search for ${SEARCH_TYPES.join(', ')}`));

/** JavaScript reads days that no month has. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) && !day.startsWith('0000');
}
const day = z
  .string('Choose a day')
  .check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Write the day as YYYY-MM-DD'), z.refine(isDay, 'There is no such day'));

const noNull = z.refine<string>((text) => !text.includes('\0'), 'This text cannot be searched for');
const queryText = textSchema(
  'Write what to search for',
  L.queryMaxChars,
  `A search has at most ${L.queryMaxChars} characters`,
).check(noNull);

/** Inputs of searchEndpoints by endpoint name. */
export const searchSchemas = {
  search: {
    query: z.strictObject({
      q: queryText.check(z.minLength(1, 'Write what to search for')),
      types: z.optional(types),
      author: z.optional(idSchema),
      from: z.optional(day),
      to: z.optional(day),
      category: z.optional(
        textSchema(
          'The category must be text',
          L.categoryMaxChars,
          `A category has at most ${L.categoryMaxChars} characters`,
        ).check(noNull),
      ),
      sort: z.optional(z.enum(SEARCH_SORTS, 'Sort by relevance or new')),
      cursor: z.optional(cursorSchema),
    }),
  },
  suggest: { query: z.strictObject({ q: z.optional(queryText) }) },
  listSearches: { query: pageQuerySchema(L.pageMaxItems) },
  removeSearch: { params: idParamsSchema },
  noteClick: {
    params: idParamsSchema,
    body: z.strictObject({
      entityType: z.enum(SEARCH_TYPES, 'This type is not searchable'),
      entityId: idSchema,
      position: z
        .int('The position must be a number')
        .check(z.minimum(0, 'The position starts at 0'), z.maximum(L.positionMax, 'The position is too high')),
    }),
  },
} satisfies EndpointSchemas;
