import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, momentSchema, numberTextSchema, pageFields, pageSizeSchema } from './page.schema.ts';
import { MESSAGE_LIMITS as L } from '../limits.ts';
import { VISIBLE } from '../readable.ts';
import { CONVERSATION_FILTERS, MESSAGE_SUBJECTS, SHARED_FILE_KINDS } from './messages.ts';
import { textSchema } from './text.schema.ts';

const contentSchema = textSchema(
  'Write something first',
  L.contentMaxChars,
  `A message has at most ${L.contentMaxChars} characters`,
);
const flag = () => z.optional(z.boolean('This switch is on or off'));
const dateSchema = z.optional(momentSchema('Write the date as ISO 8601'));

const positionSchema = z.optional(numberTextSchema(/^\d{1,9}$/, 'A position is a number'));

/** Path parameters of the endpoints of one conversation. */
const peerParamsSchema = z.strictObject({ userId: idSchema });

/** Body of POST /api/messages: text, a file, or both. */
export const sendMessageSchema = z
  .strictObject({
    receiverId: idSchema,
    clientId: idSchema,
    content: z._default(contentSchema, ''),
    fileId: z.optional(idSchema),
    replyToId: z.optional(idSchema),
    about: z.optional(
      z.strictObject({ type: z.enum(MESSAGE_SUBJECTS, 'A message is about a course or an event'), id: idSchema }),
    ),
  })
  .check(
    z.refine((input) => VISIBLE.test(input.content) || (input.content === '' && input.fileId !== undefined), {
      path: ['content'],
      message: 'Write something first',
    }),
  );

/** Inputs of messageEndpoints by endpoint name. */
export const messageSchemas = {
  listConversations: {
    query: z.strictObject({
      filter: z._default(z.enum(CONVERSATION_FILTERS, 'Choose all, unread, requests or archived'), 'all'),
      ...pageFields(L.conversationsMaxItems),
    }),
  },
  searchMessages: {
    query: z.strictObject({
      q: textSchema(
        'Write what to look for',
        L.searchMaxChars,
        `A search has at most ${L.searchMaxChars} characters`,
      ).check(z.minLength(1, 'Write what to look for')),
      with: z.optional(idSchema),
      from: z.optional(z.enum(['me', 'them'], 'Choose me or them')),
      has: z.optional(z.enum(['file'], 'Only file can be requested')),
      before: dateSchema,
      after: dateSchema,
      ...pageFields(L.searchMaxItems),
    }),
  },
  sendMessage: { body: sendMessageSchema },
  editMessage: {
    params: idParamsSchema,
    body: z.strictObject({ content: contentSchema.check(z.regex(VISIBLE, 'Write something first')) }),
  },
  removeMessage: {
    params: idParamsSchema,
    query: z.strictObject({ for: z.enum(['me', 'all'], 'Delete it for me or for all') }),
  },
  listMessages: {
    params: peerParamsSchema,
    query: z
      .strictObject({
        before: positionSchema,
        after: positionSchema,
        around: positionSchema,
        limit: z.optional(pageSizeSchema(L.pageMaxItems)),
      })
      .check(
        z.refine(
          ({ before, after, around }) => [before, after, around].filter((seq) => seq !== undefined).length <= 1,
          'Name one position',
        ),
      ),
  },
  listSharedFiles: {
    params: peerParamsSchema,
    query: z.strictObject({
      kind: z.enum(SHARED_FILE_KINDS, 'Choose images or documents'),
      ...pageFields(L.filesMaxItems),
    }),
  },
  getConversation: { params: peerParamsSchema },
  readMessages: {
    params: peerParamsSchema,
    body: z.strictObject({
      upToSeq: z
        .int('This is not a position in a conversation')
        .check(z.minimum(1, 'Positions start at 1'), z.maximum(2_147_483_647, 'There is no such position')),
    }),
  },
  editConversation: {
    params: peerParamsSchema,
    body: z.strictObject({ muted: flag(), pinned: flag(), archived: flag(), markedUnread: flag() }),
  },
  acceptRequest: { params: peerParamsSchema },
  declineRequest: { params: peerParamsSchema },
} satisfies EndpointSchemas;
