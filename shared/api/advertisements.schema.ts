import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, pageQuerySchema } from './page.schema.ts';
import { AD_LIMITS as L } from '../limits.ts';
import { ONE_LINE, UNSTACKED, VISIBLE } from '../readable.ts';
import { AD_SECTIONS, EVENTLESS_SECTION } from './advertisements.ts';
import { httpsLinkSchema, textSchema } from './text.schema.ts';

const line = (name: string, max: number) =>
  textSchema(`Write ${name}`, max, `At most ${max} characters`).check(
    z.regex(VISIBLE, `Write ${name}`),
    z.regex(ONE_LINE, 'Write it on one line'),
    z.regex(UNSTACKED, 'There are too many marks on one letter'),
  );

const fields = {
  title: line('a title', L.titleMaxChars),
  description: line('a text', L.descriptionMaxChars),
  linkUrl: z.optional(httpsLinkSchema('Write the link', L.linkMaxChars)),
  fileId: z.optional(z.nullable(idSchema)),
  imageAlt: z.optional(
    textSchema(
      'The description must be text',
      L.imageAltMaxChars,
      `A description has at most ${L.imageAltMaxChars} characters`,
    ),
  ),
  section: z.literal(AD_SECTIONS, 'Choose where it is shown'),
  isDraft: z.optional(z.boolean('Choose whether it is a draft')),
};

/** Body of POST /api/advertisements. */
export const createAdvertisementSchema = z.strictObject({ ...fields, eventId: z.optional(idSchema) }).check(
  z.refine(({ linkUrl, eventId }) => (linkUrl === undefined) !== (eventId === undefined), {
    path: ['linkUrl'],
    message: 'Write a link that starts with https://',
  }),
  z.refine(({ section, eventId }) => eventId === undefined || section !== EVENTLESS_SECTION, {
    path: ['section'],
    message: 'Events are not shown in the Library',
  }),
);

/** Body of PATCH /api/advertisements/:id; at least one field. */
export const editAdvertisementSchema = z
  .partial(z.strictObject(fields))
  .check(z.refine((input) => Object.keys(input).length > 0, { path: ['title'], message: 'Change something' }));

/** Inputs of advertisementEndpoints by endpoint name. */
export const advertisementSchemas = {
  listAdvertisements: {
    query: z.strictObject({ section: z.enum(['1', '2', '3', '4', '5', '6'], 'Choose a place from 1 to 6') }),
  },
  listRegister: { query: pageQuerySchema(L.pageMaxItems) },
  createAdvertisement: { body: createAdvertisementSchema },
  editAdvertisement: { params: idParamsSchema, body: editAdvertisementSchema },
  removeAdvertisement: { params: idParamsSchema },
  pauseAdvertisement: { params: idParamsSchema },
  resumeAdvertisement: { params: idParamsSchema },
  countImpression: { params: idParamsSchema },
  countClick: { params: idParamsSchema },
  hideAdvertisement: { params: idParamsSchema },
  whyAdvertisement: { params: idParamsSchema },
  listAdDays: { params: idParamsSchema },
} satisfies EndpointSchemas;
