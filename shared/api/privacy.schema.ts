import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { AUDIENCES, PROFILE_FIELDS, REACHES, SUGGESTION_FACTS } from './privacy.ts';

const flag = () => z.optional(z.boolean('This switch is on or off'));
const reach = () => z.optional(z.enum(REACHES, 'Choose everyone, connections or nobody'));
const time = z.string('Choose a time').check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:MM'));

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const zone = z
  .string('Choose a time zone')
  .check(z.maxLength(64, 'This is not a time zone'), z.refine(isZone, 'This is not a time zone'));

/** Body of PATCH /api/privacy; what is left out stays as it is. */
const editPrivacySchema = z.strictObject({
  whoCanMessage: reach(),
  whoCanCall: reach(),
  whoCanConnect: reach(),
  directory: flag(),
  fieldVisibility: z.optional(
    z.partialRecord(
      z.enum(PROFILE_FIELDS, 'This is no part of a profile'),
      z.enum(AUDIENCES, 'Choose everyone, connections, institution or me'),
      'Say who sees which part',
    ),
  ),
  readReceipts: flag(),
  presence: flag(),
  historyPaused: flag(),
  suggestionFacts: z.optional(
    z.partialRecord(
      z.enum(SUGGESTION_FACTS, 'This is no fact of suggestions'),
      z.boolean('This switch is on or off'),
      'Say which facts count',
    ),
  ),
  quietHours: z.optional(
    z.strictObject({
      isOn: z.boolean('This switch is on or off'),
      from: time,
      to: time,
      zone,
    }),
  ),
  officeHours: z.optional(
    z.strictObject({
      isOn: z.boolean('This switch is on or off'),
      days: z
        .array(
          z.int('Days are numbers').check(z.minimum(1, 'Days go from 1 to 7'), z.maximum(7, 'Days go from 1 to 7')),
        )
        .check(
          z.minLength(1, 'Choose a day'),
          z.maxLength(7, 'A week has seven days'),
          z.refine((days) => new Set(days).size === days.length, 'Name each day once'),
        ),
      from: time,
      to: time,
      zone,
    }),
  ),
});

/** Inputs of privacyEndpoints by endpoint name. */
export const privacySchemas = {
  editPrivacy: { body: editPrivacySchema },
} satisfies EndpointSchemas;
