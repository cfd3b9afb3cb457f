import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { cursorSchema, idParamsSchema, idSchema, pageSizeSchema } from './page.schema.ts';
import { SEARCH_LIMITS as L } from '../limits.ts';
import { SEARCH_SORTS, SEARCH_TYPES, type SearchType } from './search.ts';

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
const word = z.string('Write what to search for');

/** Query of GET /api/search. */
const searchSchema = z.strictObject({
  q: word.check(
    z.trim(),
    z.minLength(1, 'Write what to search for'),
    z.maxLength(L.queryMaxChars, `A search has at most ${L.queryMaxChars} characters`),
    noNull,
  ),
  types: z.optional(types),
  author: z.optional(idSchema),
  from: z.optional(day),
  to: z.optional(day),
  category: z.optional(
    z
      .string('The category must be text')
      .check(
        z.trim(),
        z.maxLength(L.categoryMaxChars, `A category has at most ${L.categoryMaxChars} characters`),
        noNull,
      ),
  ),
  sort: z.optional(z.enum(SEARCH_SORTS, 'Sort by relevance or new')),
  cursor: z.optional(cursorSchema),
});

/** Query of GET /api/search/suggest. */
const suggestSchema = z.strictObject({
  q: z.optional(
    word.check(z.trim(), z.maxLength(L.queryMaxChars, `A search has at most ${L.queryMaxChars} characters`), noNull),
  ),
});

/** Query of GET /api/search/history. */
const listSearchesSchema = z.strictObject({
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(L.pageMaxItems)),
});

/** Body of POST /api/search/:id/click. */
const noteClickSchema = z.strictObject({
  entityType: z.enum(SEARCH_TYPES, 'This is nothing that can be found'),
  entityId: idSchema,
  position: z
    .int('The position must be a number')
    .check(z.minimum(0, 'The position starts at 0'), z.maximum(L.positionMax, 'The position is too high')),
});

/** Inputs of searchEndpoints by endpoint name. */
export const searchSchemas = {
  search: { query: searchSchema },
  suggest: { query: suggestSchema },
  listSearches: { query: listSearchesSchema },
  removeSearch: { params: idParamsSchema },
  noteClick: { params: idParamsSchema, body: noteClickSchema },
} satisfies EndpointSchemas;
