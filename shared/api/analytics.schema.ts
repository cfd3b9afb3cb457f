import * as z from 'zod/mini';
import { clock } from '../clock.ts';
import { ANALYTICS_LIMITS as L } from '../limits.ts';
import { ONE_LINE, VISIBLE } from '../readable.ts';
import { DAY_MS } from '../time.ts';
import { VIEW_SOURCES, VIEW_TYPES } from './analytics.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema } from './page.schema.ts';
import { textSchema } from './text.schema.ts';

const DAY = 'A day is written as YYYY-MM-DD';
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const daySchema = z.iso.date(DAY).check(
  z.refine((day) => day >= L.firstDay, `The first day is ${L.firstDay}`),
  z.refine((day) => day <= dayOf(clock.now()), 'The day is not over yet, and has not begun'),
);

/** A period of days in UTC, and the item to which numbers are restricted. */
const periodFields = { from: daySchema, to: daySchema, item: z.optional(idSchema) };

const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const isShort = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS < L.daysMax;
const ORDER = { error: 'The first day is after the last one', path: ['from'] };
const LENGTH = { error: `A period has at most ${L.daysMax} days`, path: ['from'] };

/** Inputs of analyticsEndpoints by endpoint name. */
export const analyticsSchemas = {
  getAnalytics: {
    query: z
      .strictObject({ ...periodFields, compare: z.optional(z.literal('true', 'Write true, or leave it out')) })
      .check(z.refine(isInOrder, ORDER), z.refine(isShort, LENGTH)),
  },
  exportAnalytics: {
    query: z.strictObject(periodFields).check(z.refine(isInOrder, ORDER), z.refine(isShort, LENGTH)),
  },
  countView: {
    body: z.strictObject({
      type: z.enum(VIEW_TYPES, 'Choose course or profile'),
      id: idSchema,
      source: z.optional(z.enum(VIEW_SOURCES, 'Choose one of the sources')),
    }),
  },
  getLessonNumbers: { query: z.strictObject({ item: idSchema }) },
  exportLessonNumbers: { query: z.strictObject({ item: idSchema }) },
  createNote: {
    body: z.strictObject({
      day: daySchema,
      text: textSchema('Write a note', L.noteMaxChars, `At most ${L.noteMaxChars} characters`).check(
        z.regex(ONE_LINE, 'Write one line'),
        z.regex(VISIBLE, 'Write a note'),
      ),
    }),
  },
  removeNote: { params: idParamsSchema },
} satisfies EndpointSchemas;
