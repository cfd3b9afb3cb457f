import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { REPORT_LIMITS } from '../limits.ts';
import { idSchema } from './page.schema.ts';
import { REPORT_REASONS, REPORT_TARGETS } from './reports.ts';

/** Body of POST /api/reports. */
const createReportSchema = z
  .strictObject({
    targetType: z.enum(REPORT_TARGETS, 'This cannot be reported'),
    targetId: idSchema,
    reason: z.enum(REPORT_REASONS, 'Choose a reason'),
    note: z.optional(
      z
        .string('The note must be text')
        .check(
          z.trim(),
          z.maxLength(REPORT_LIMITS.noteMaxChars, `A note has at most ${REPORT_LIMITS.noteMaxChars} characters`),
        ),
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
