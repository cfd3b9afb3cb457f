import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, numberTextSchema, pageSizeSchema } from './page.schema.ts';
import { clock } from '../clock.ts';
import { PROFILE_LIMITS, STUDENT_LIMITS as L, USER_LIMITS } from '../limits.ts';
import { DAY_MS } from '../time.ts';
import { DIRECTORY_FIELDS, STUDENT_SORTS, STUDENT_STATES } from './students.ts';
import { textSchema } from './text.schema.ts';

const text = (name: string, max: number) =>
  z.optional(textSchema(`${name} must be text`, max, `${name} has at most ${max} characters`));

/** A client passes a boolean, and the URL contains it as text. */
const partner: z.ZodMiniType<boolean, boolean | string> = z.pipe(
  z.string('This filter is true or false').check(z.regex(/^(?:true|false)$/, 'This filter is true or false')),
  z.pipe(
    z.transform((text: string) => text === 'true'),
    z.boolean(),
  ),
);

const filters = {
  q: text('The search', PROFILE_LIMITS.searchMaxChars),
  institution: text('The institution', USER_LIMITS.institutionMaxChars),
  field: text('The field', PROFILE_LIMITS.entryMaxChars),
  year: z.optional(numberTextSchema(/^(?:19|20)\d\d$/, 'Write the year with four digits')),
  courseId: z.optional(idSchema),
  state: z.optional(z.enum(STUDENT_STATES, 'The state is none, pending or connected')),
  partner: z.optional(partner),
};
const sort = z.optional(z.enum(STUDENT_SORTS, 'Sort by new, name or mutual'));

function isAhead(until: string): boolean {
  const end = Date.parse(`${until}T23:59:59.999Z`);
  // JavaScript reads days that no month has.
  if (Number.isNaN(end) || !new Date(end).toISOString().startsWith(until)) return false;
  return end > clock.now() && end < clock.now() + (L.partnerMaxDays + 1) * DAY_MS;
}

/** Inputs of studentEndpoints by endpoint name. */
export const studentSchemas = {
  listStudents: {
    query: z.strictObject({
      ...filters,
      sort,
      // It contains a name, so it may be longer than other cursors.
      cursor: z.optional(
        z
          .string('The cursor must be text')
          .check(
            z.maxLength(L.cursorMaxChars, 'The cursor is too long'),
            z.regex(/^[A-Za-z0-9_-]+$/, 'This is not a valid cursor'),
          ),
      ),
      limit: z.optional(pageSizeSchema(L.pageMaxItems)),
    }),
  },
  getStudentFacets: { query: z.strictObject(filters) },
  exportStudents: { query: z.strictObject({ ...filters, sort }) },
  /** When `shows` is omitted, the fields chosen before are not changed. */
  editListing: {
    body: z.strictObject({
      isListed: z.boolean('Choose whether you want to be listed'),
      shows: z.optional(
        z
          .array(z.enum(DIRECTORY_FIELDS, 'The directory does not have this field'), 'Name the fields as a list')
          .check(z.maxLength(DIRECTORY_FIELDS.length, 'Name each field once')),
      ),
    }),
  },
  setPartnerFlag: {
    params: idParamsSchema,
    body: z.strictObject({
      until: z
        .string('Choose a day')
        .check(
          z.regex(/^\d{4}-\d\d-\d\d$/, 'Write the day as YYYY-MM-DD'),
          z.refine(isAhead, `Choose a day from today to ${L.partnerMaxDays} days ahead`),
        ),
    }),
  },
  removePartnerFlag: { params: idParamsSchema },
} satisfies EndpointSchemas;
