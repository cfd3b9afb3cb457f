import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, pageFields, pageQuerySchema } from './page.schema.ts';
import { POST_LIMITS as L } from '../limits.ts';
import { VISIBLE } from '../readable.ts';
import { audienceSchema } from './audiences.schema.ts';
import { ATTACHED_TYPES, CLASS_SCOPES, FEED_REASONS, POST_SCOPES, POST_SORTS } from './posts.ts';
import { textSchema } from './text.schema.ts';

const contentSchema = textSchema(
  'Write something first',
  L.contentMaxChars,
  `A post has at most ${L.contentMaxChars} characters`,
).check(z.regex(VISIBLE, 'Write something first'));
const imageAltSchema = textSchema(
  'The description must be text',
  L.imageAltMaxChars,
  `A description has at most ${L.imageAltMaxChars} characters`,
);
const createPostSchema = z
  .strictObject({
    content: contentSchema,
    fileId: z.optional(idSchema),
    imageUrl: z.optional(
      z
        .string('The image must be an uploaded file')
        .check(
          z.regex(/^\/api\/files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'The image must be an uploaded file'),
        ),
    ),
    imageAlt: z.optional(imageAltSchema),
    isQuestion: z.optional(z.boolean('Choose true or false')),
    audience: z.optional(audienceSchema),
    isAnnouncement: z.optional(z.boolean('Choose true or false')),
    attach: z.optional(
      z.strictObject(
        { type: z.enum(ATTACHED_TYPES, 'This cannot be attached'), id: idSchema },
        'Choose what to attach',
      ),
    ),
  })
  .check(
    z.refine((input) => !(input.fileId && input.imageUrl), {
      path: ['imageUrl'],
      message: 'Name the image by fileId or by imageUrl, not both',
    }),
    z.refine((input) => !input.isAnnouncement || input.audience?.type === 'course', {
      path: ['isAnnouncement'],
      message: 'Only learners of an item can receive an announcement',
    }),
  );

const editPostSchema = z
  .strictObject({ content: z.optional(contentSchema), imageAlt: z.optional(imageAltSchema) })
  .check(
    z.refine((input) => input.content !== undefined || input.imageAlt !== undefined, {
      path: ['content'],
      message: 'Change the text or the description',
    }),
  );

const isClassScope = (scope: string): boolean => CLASS_SCOPES.some((one) => one === scope);

/** Inputs of postEndpoints by endpoint name. */
export const postSchemas = {
  listPosts: {
    query: z
      .strictObject({
        scope: z._default(
          z.enum(POST_SCOPES, 'Choose all, network, saved, mine, unanswered, course or announcements'),
          'all',
        ),
        sort: z._default(z.enum(POST_SORTS, 'Choose recent or top'), 'recent'),
        authorId: z.optional(idSchema),
        courseId: z.optional(idSchema),
        since: z.optional(idSchema),
        ...pageFields(L.pageMaxItems),
      })
      .check(
        z.refine(({ scope, courseId }) => isClassScope(scope) === (courseId !== undefined), {
          path: ['courseId'],
          message: 'Name the item of the scopes course and announcements, and no item for the others',
        }),
      ),
  },
  createPost: { body: createPostSchema },
  getPost: { params: idParamsSchema },
  editPost: { params: idParamsSchema, body: editPostSchema },
  removePost: { params: idParamsSchema },
  getPostHistory: { params: idParamsSchema },
  setFeedSettings: {
    body: z.strictObject({
      hiddenReasons: z
        .array(z.enum(FEED_REASONS, 'This reason is not known'), 'Name the reasons as a list')
        .check(z.maxLength(FEED_REASONS.length, 'Name each reason once')),
    }),
  },
  likePost: { params: idParamsSchema },
  unlikePost: { params: idParamsSchema },
  pinPost: { params: idParamsSchema },
  unpinPost: { params: idParamsSchema },
  listLikes: { params: idParamsSchema, query: pageQuerySchema(L.pageMaxItems) },
  sharePost: {
    params: idParamsSchema,
    body: z.strictObject({
      comment: z.optional(
        textSchema(
          'The comment must be text',
          L.contentMaxChars,
          `A comment has at most ${L.contentMaxChars} characters`,
        ),
      ),
    }),
  },
} satisfies EndpointSchemas;

/** Inputs of profilePostEndpoints by endpoint name. */
export const profilePostSchemas = {
  listUserPosts: { params: idParamsSchema, query: pageQuerySchema(L.pageMaxItems) },
} satisfies EndpointSchemas;
