import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { cursorSchema, idParamsSchema, idSchema, pageSizeSchema } from './page.schema.ts';
import { POST_LIMITS } from '../limits.ts';
import { VISIBLE } from '../readable.ts';
import { ATTACHED_TYPES, FEED_FACTS, POST_SCOPES, POST_SORTS } from './posts.ts';

const L = POST_LIMITS;

const contentSchema = z
  .string('Write something first')
  .check(
    z.trim(),
    z.maxLength(L.contentMaxChars, `A post has at most ${L.contentMaxChars} characters`),
    z.regex(VISIBLE, 'Write something first'),
  );
const imageAltSchema = z
  .string('The description must be text')
  .check(z.trim(), z.maxLength(L.imageAltMaxChars, `A description has at most ${L.imageAltMaxChars} characters`));

/** Body of POST /api/posts. */
export const createPostSchema = z
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
    isQuestion: z.optional(z.boolean('Say true or false')),
    attach: z.optional(
      z.strictObject({ type: z.enum(ATTACHED_TYPES, 'This cannot be attached'), id: idSchema }, 'Say what to attach'),
    ),
  })
  .check(
    z.refine((input) => !(input.fileId && input.imageUrl), {
      path: ['imageUrl'],
      message: 'Give the image by fileId or by imageUrl, not both',
    }),
  );

/** Body of PATCH /api/posts/:id; at least one field. */
const editPostSchema = z
  .strictObject({ content: z.optional(contentSchema), imageAlt: z.optional(imageAltSchema) })
  .check(
    z.refine((input) => input.content !== undefined || input.imageAlt !== undefined, {
      path: ['content'],
      message: 'Change the text or the description',
    }),
  );

/** Body of POST /api/posts/:id/share. */
const sharePostSchema = z.strictObject({
  comment: z.optional(
    z
      .string('The comment must be text')
      .check(z.trim(), z.maxLength(L.contentMaxChars, `A comment has at most ${L.contentMaxChars} characters`)),
  ),
});

/** Query of GET /api/posts. */
const listPostsSchema = z.strictObject({
  scope: z._default(z.enum(POST_SCOPES, 'Choose all, network, saved, mine or unanswered'), 'all'),
  sort: z._default(z.enum(POST_SORTS, 'Choose recent or top'), 'recent'),
  authorId: z.optional(idSchema),
  since: z.optional(idSchema),
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(L.pageMaxItems)),
});

/** Query of GET /api/posts/:id/likes. */
const listLikesSchema = z.strictObject({
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(L.pageMaxItems)),
});

/** Body of PUT /api/feed-settings. */
const feedSettingsSchema = z.strictObject({
  hiddenFacts: z
    .array(z.enum(FEED_FACTS, 'This reason is not known'), 'Name the reasons as a list')
    .check(z.maxLength(FEED_FACTS.length, 'Name each reason once')),
});

/** Inputs of postEndpoints by endpoint name. */
export const postSchemas = {
  listPosts: { query: listPostsSchema },
  createPost: { body: createPostSchema },
  getPost: { params: idParamsSchema },
  editPost: { params: idParamsSchema, body: editPostSchema },
  removePost: { params: idParamsSchema },
  getPostHistory: { params: idParamsSchema },
  setFeedSettings: { body: feedSettingsSchema },
  likePost: { params: idParamsSchema },
  unlikePost: { params: idParamsSchema },
  listLikes: { params: idParamsSchema, query: listLikesSchema },
  sharePost: { params: idParamsSchema, body: sharePostSchema },
} satisfies EndpointSchemas;

/** Inputs of profilePostEndpoints by endpoint name. */
export const profilePostSchemas = {
  listUserPosts: { params: idParamsSchema, query: listLikesSchema },
} satisfies EndpointSchemas;
