import * as z from 'zod/mini';

/**
 * A UUID, converted to lower case, because ids are compared as text (RFC 9562, section 4).
 */
export const idSchema = z.uuid('This is not a valid id').check(z.toLowerCase());

/** Path parameters of an endpoint about one record. */
export const idParamsSchema = z.strictObject({ id: idSchema });

/** An opaque keyset cursor: base64url text, at most 200 characters. */
export const cursorSchema = z
  .string('The cursor must be text')
  .check(z.maxLength(200, 'The cursor is too long'), z.regex(/^[A-Za-z0-9_-]+$/, 'This is not a valid cursor'));

/** Ids in a query, separated by commas, at most `max`; `name` is what they name, such as `the users`. */
export function idsSchema(max: number, name: string) {
  const tooMany = `At most ${max} can be named`;
  return z.pipe(
    z.string(`Name ${name}`).check(z.maxLength(max * 37, tooMany)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(idSchema).check(z.maxLength(max, tooMany)),
    ),
  );
}

/** A number in a query: a client passes a number, and the URL contains the text that `pattern` matches. */
export function numberTextSchema(
  pattern: RegExp,
  error: string,
  ...checks: z.core.$ZodCheck<number>[]
): z.ZodMiniType<number, number | string> {
  return z.pipe(
    z.string(error).check(z.regex(pattern, error)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(...checks),
    ),
  );
}

/** A page size in a query, 1 to `max`. */
export function pageSizeSchema(max: number) {
  return numberTextSchema(
    /^\d{1,3}$/,
    'The limit must be a number',
    z.minimum(1, 'The limit starts at 1'),
    z.maximum(max, `The limit ends at ${max}`),
  );
}

/** Query fields of a list: cursor and page size, 1 to `max`. */
export function pageFields(max: number) {
  return { cursor: z.optional(cursorSchema), limit: z.optional(pageSizeSchema(max)) };
}

/** Query of a list without filters; a page has 1 to `max` items. */
export function pageQuerySchema(max: number) {
  return z.strictObject(pageFields(max));
}

/**
 * A moment in ISO 8601 with its offset, converted to UTC. JavaScript reads offsets and years that Postgres does not,
 * and the year 0 as well.
 */
export function momentSchema(error: string) {
  return z.iso.datetime({ error, offset: true }).check(
    z.refine((text) => isStorable(text), error),
    z.overwrite((text) => (isStorable(text) ? new Date(text).toISOString() : text)),
  );
}

function isStorable(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}
