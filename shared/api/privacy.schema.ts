import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { AUDIENCES, PROFILE_FIELDS, REACHES, SUGGESTION_SOURCES } from './privacy.ts';
import { timeZoneSchema } from './text.schema.ts';

const flag = () => z.optional(z.boolean('This switch is on or off'));
const reach = () => z.optional(z.enum(REACHES, 'Choose everyone, connections or none'));
const time = z.string('Choose a time').check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:MM'));

const hours = { isOn: z.boolean('This switch is on or off'), from: time, to: time, zone: timeZoneSchema };

/** Inputs of privacyEndpoints by endpoint name; an omitted field is not changed. */
export const privacySchemas = {
  editPrivacy: {
    body: z.strictObject({
      whoCanMessage: reach(),
      whoCanCall: reach(),
      whoCanConnect: reach(),
      whoCanMention: reach(),
      directory: flag(),
      fieldVisibility: z.optional(
        z.partialRecord(
          z.enum(PROFILE_FIELDS, 'This is not a part of a profile'),
          z.enum(AUDIENCES, 'Choose everyone, connections, institution or me'),
          'Choose who sees which part',
        ),
      ),
      readReceipts: flag(),
      presence: flag(),
      alwaysRelay: flag(),
      historyPaused: flag(),
      suggestionSources: z.optional(
        z.partialRecord(
          z.enum(SUGGESTION_SOURCES, 'Suggestions do not use this'),
          z.boolean('This switch is on or off'),
          'Choose what suggestions are based on',
        ),
      ),
      quietHours: z.optional(z.strictObject(hours)),
      officeHours: z.optional(
        z.strictObject({
          ...hours,
          days: z
            .array(
              z.int('Days are numbers').check(z.minimum(1, 'Days go from 1 to 7'), z.maximum(7, 'Days go from 1 to 7')),
            )
            .check(
              z.minLength(1, 'Choose a day'),
              z.maxLength(7, 'A week has seven days'),
              z.refine((days) => new Set(days).size === days.length, 'Name each day once'),
            ),
        }),
      ),
    }),
  },
} satisfies EndpointSchemas;
