import * as z from 'zod/mini';
import { ROLES, type EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, pageFields, pageQuerySchema } from './page.schema.ts';
import { PROFILE_LIMITS as P, USER_LIMITS as L } from '../limits.ts';
import { ONE_LINE, UNSTACKED, VISIBLE } from '../readable.ts';
import { textSchema } from './text.schema.ts';
import { VIEWS_AS } from './users.ts';

const text = (name: string, max: number) =>
  textSchema(`${name} must be text`, max, `${name} has at most ${max} characters`);
const line = (name: string, max: number) =>
  text(name, max).check(
    z.regex(ONE_LINE, `${name} contains characters that cannot be shown`),
    z.regex(UNSTACKED, `${name} has too many marks on one letter`),
  );
const month = z
  .string('Choose a month')
  .check(z.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/, 'Write the month as YYYY-MM'));
const isInOrder = ({ start, end }: { start: string; end: string | null }) => end === null || end >= start;
const order = { path: ['end'], error: 'The end must be after the start' };

const educationSchema = z
  .strictObject({
    id: z.optional(idSchema),
    institution: line('The institution', L.institutionMaxChars).check(z.regex(VISIBLE, 'Name the institution')),
    degree: line('The degree', P.entryMaxChars),
    field: line('The field', P.entryMaxChars),
    start: month,
    end: z.nullable(month),
    description: text('The description', P.descriptionMaxChars),
  })
  .check(z.refine(isInOrder, order));

const experienceSchema = z
  .strictObject({
    id: z.optional(idSchema),
    title: line('The title', P.entryMaxChars).check(z.regex(VISIBLE, 'Name what you did')),
    company: line('The organisation', L.institutionMaxChars).check(z.regex(VISIBLE, 'Name the organisation')),
    location: line('The location', P.entryMaxChars),
    start: month,
    end: z.nullable(month),
    description: text('The description', P.descriptionMaxChars),
  })
  .check(z.refine(isInOrder, order));

/** Body of PATCH /api/profile; empty texts clear a field, the name cannot be cleared. */
export const editProfileSchema = z.strictObject({
  fullName: z.optional(line('The name', L.fullNameMaxChars).check(z.regex(VISIBLE, 'Enter your full name'))),
  bio: z.optional(text('The text about you', L.bioMaxChars)),
  institution: z.optional(line('The institution', L.institutionMaxChars)),
  position: z.optional(line('The position', L.positionMaxChars)),
  educationData: z.optional(
    z.array(educationSchema, 'Education is a list').check(z.maxLength(P.entriesMax, `At most ${P.entriesMax} entries`)),
  ),
  experienceData: z.optional(
    z
      .array(experienceSchema, 'Experience is a list')
      .check(z.maxLength(P.entriesMax, `At most ${P.entriesMax} entries`)),
  ),
});

/** Body of PUT /api/profile/image and /api/profile/cover. */
const profileImageSchema = z.strictObject({
  fileId: idSchema,
  alt: z.optional(text('The description', P.imageAltMaxChars)),
});

const profilePage = pageQuerySchema(P.pageMaxItems);

/** Inputs of userEndpoints by endpoint name. */
export const userSchemas = {
  listUsers: {
    query: z.strictObject({
      q: z.optional(text('The search', P.searchMaxChars)),
      role: z.optional(z.enum(ROLES, 'This is not a role')),
      institution: z.optional(text('The institution', L.institutionMaxChars)),
      ...pageFields(P.pageMaxItems),
    }),
  },
  getOwnProfile: {
    query: z.strictObject({ as: z.optional(z.enum(VIEWS_AS, 'Choose everyone, connections or institution')) }),
  },
  getProfile: { params: idParamsSchema },
  listUserCourses: { params: idParamsSchema, query: profilePage },
  listUserEvents: { params: idParamsSchema, query: profilePage },
  listUserConnections: { params: idParamsSchema, query: profilePage },
  listUserPeople: { params: idParamsSchema, query: profilePage },
  listKnownLearners: { params: idParamsSchema, query: profilePage },
  getCommon: { params: idParamsSchema },
  editProfile: { body: editProfileSchema },
  setProfileImage: { body: profileImageSchema },
  setCoverImage: { body: profileImageSchema },
} satisfies EndpointSchemas;

/** Inputs of blockEndpoints by endpoint name. */
export const blockSchemas = {
  blockUser: { params: idParamsSchema },
  unblockUser: { params: idParamsSchema },
} satisfies EndpointSchemas;
