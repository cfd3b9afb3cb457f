import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, momentSchema, pageFields, pageQuerySchema } from './page.schema.ts';
import { clock } from '../clock.ts';
import { EVENT_LIMITS as L } from '../limits.ts';
import { ONE_LINE, UNSTACKED, VISIBLE } from '../readable.ts';
import { audienceSchema } from './audiences.schema.ts';
import { EVENT_LISTS, RSVP_ANSWERS } from './events.ts';
import { httpsLinkSchema, textSchema, timeZoneSchema } from './text.schema.ts';

const text = (name: string, max: number) => textSchema(`Write ${name}`, max, `At most ${max} characters`);
const line = (name: string, max: number) =>
  text(name, max).check(
    z.regex(ONE_LINE, 'Write it on one line'),
    z.regex(UNSTACKED, 'There are too many marks on one letter'),
  );
const time = momentSchema('Choose a day and a time');
const soon = time.check(
  z.refine((value) => Date.parse(value) > clock.now(), 'Choose a time in the future'),
  z.refine((value) => Date.parse(value) < clock.now() + L.aheadMaxMs, 'Choose a time within five years'),
);

const fields = {
  title: line('a title', L.titleMaxChars).check(z.regex(VISIBLE, 'Write a title')),
  description: text('a description', L.descriptionMaxChars),
  date: soon,
  endsAt: z.optional(z.nullable(time)),
  timezone: z.optional(timeZoneSchema),
  location: line('a place', L.locationMaxChars),
  isVirtual: z.boolean('Choose whether it is online'),
  capacity: z.optional(
    z.nullable(
      z
        .int('Seats are a whole number')
        .check(
          z.minimum(1, 'There is at least one seat'),
          z.maximum(L.capacityMax, `There are at most ${L.capacityMax} seats`),
        ),
    ),
  ),
  joinUrl: z.optional(z.nullable(httpsLinkSchema('The link must be text', L.joinUrlMaxChars))),
};

interface Span {
  date?: string | undefined;
  endsAt?: string | null | undefined;
}

const endsAfterStart = z.refine<Span>(({ date, endsAt }) => !date || !endsAt || Date.parse(endsAt) > Date.parse(date), {
  path: ['endsAt'],
  message: 'The end must be after the start',
});
const endsInTime = z.refine<Span>(
  ({ date, endsAt }) => !date || !endsAt || Date.parse(endsAt) <= Date.parse(date) + L.durationMaxMs,
  {
    path: ['endsAt'],
    message: 'An event lasts a week at most',
  },
);

/** Body of POST /api/events; an event in person requires a location. The audience cannot be changed later. */
export const createEventSchema = z.strictObject({ ...fields, audience: z.optional(audienceSchema) }).check(
  z.refine(({ location, isVirtual }) => isVirtual || location !== '', {
    path: ['location'],
    message: 'Write where people meet',
  }),
  endsAfterStart,
  endsInTime,
);

/** Body of PATCH /api/events/:id; at least one field. */
export const editEventSchema = z.partial(z.strictObject(fields)).check(
  z.refine((input) => Object.keys(input).length > 0, { path: ['title'], message: 'Change something' }),
  endsAfterStart,
  endsInTime,
);

/** Inputs of eventEndpoints by endpoint name. */
export const eventSchemas = {
  listEvents: {
    query: z.strictObject({
      when: z.optional(z.enum(EVENT_LISTS, 'Choose upcoming, past or mine')),
      from: z.optional(time),
      to: z.optional(time),
      virtual: z.optional(z.enum(['true', 'false'], 'Choose true or false')),
      courseId: z.optional(idSchema),
      q: z.optional(text('what to look for', L.searchMaxChars)),
      ...pageFields(L.pageMaxItems),
    }),
  },
  createEvent: { body: createEventSchema },
  readCalendarFeed: {
    query: z.strictObject({
      token: z.string('The address is not complete').check(z.maxLength(100, 'The address is not complete')),
    }),
  },
  getEventCalendar: { params: idParamsSchema },
  getEvent: { params: idParamsSchema },
  editEvent: { params: idParamsSchema, body: editEventSchema },
  cancelEvent: { params: idParamsSchema },
  answerEvent: {
    params: idParamsSchema,
    body: z.strictObject({ status: z.enum(RSVP_ANSWERS, 'Choose going or interested') }),
  },
  leaveEvent: { params: idParamsSchema },
  listAttendees: { params: idParamsSchema, query: pageQuerySchema(L.pageMaxItems) },
} satisfies EndpointSchemas;
