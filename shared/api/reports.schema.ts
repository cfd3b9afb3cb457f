import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { REPORT_LIMITS as L } from '../limits.ts';
import { idSchema } from './page.schema.ts';
import { REPORT_REASONS, REPORT_TARGETS } from './reports.ts';
import { textSchema } from './text.schema.ts';

const createReportSchema = z
  .strictObject({
    targetType: z.enum(REPORT_TARGETS, 'This cannot be reported'),
    targetId: idSchema,
    reason: z.enum(REPORT_REASONS, 'Choose a reason'),
    note: z.optional(
      textSchema('The note must be text', L.noteMaxChars, `A note has at most ${L.noteMaxChars} characters`),
    ),
  })
  .check(
    z.refine((input) => input.reason !== 'other' || Boolean(input.note), {
      path: ['note'],
      message: 'Describe in a few words what is wrong',
    }),
  );

/** Inputs of reportEndpoints by endpoint name. */
export const reportSchemas = {
  createReport: { body: createReportSchema },
} satisfies EndpointSchemas;
