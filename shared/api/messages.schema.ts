import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import {
  cursorSchema,
  idParamsSchema,
  idSchema,
  momentSchema,
  numberTextSchema,
  pageSizeSchema,
} from './page.schema.ts';
import { MESSAGE_LIMITS as L } from '../limits.ts';
import { VISIBLE } from '../readable.ts';
import { CONVERSATION_FILTERS, MESSAGE_SUBJECTS, SHARED_FILE_KINDS } from './messages.ts';

const contentSchema = z
  .string('Write something first')
  .check(z.trim(), z.maxLength(L.contentMaxChars, `A message has at most ${L.contentMaxChars} characters`));
const flag = () => z.optional(z.boolean('This switch is on or off'));
const placeSchema = z
  .int('This is no place in a conversation')
  .check(z.minimum(1, 'Places start at 1'), z.maximum(2_147_483_647, 'There is no such place'));
const dateSchema = z.optional(momentSchema('Write the date as ISO 8601'));

const queryPlaceSchema = z.optional(numberTextSchema(/^\d{1,9}$/, 'Places are numbers'));

/** Path of everything that names the other of a conversation. */
const peerParamsSchema = z.strictObject({ userId: idSchema });

/** Body of POST /api/messages: words or a file. */
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

/** Body of PATCH /api/messages/item/:id. */
const editMessageSchema = z.strictObject({
  content: contentSchema.check(z.regex(VISIBLE, 'Write something first')),
});

/** Query of DELETE /api/messages/item/:id. */
const removeMessageSchema = z.strictObject({ for: z.enum(['me', 'all'], 'Delete it for me or for all') });

/** Body of PUT /api/messages/:userId/read. */
const readMessagesSchema = z.strictObject({ upToSeq: placeSchema });

/** Body of PATCH /api/messages/:userId/state. */
const editConversationSchema = z.strictObject({
  muted: flag(),
  pinned: flag(),
  archived: flag(),
  markedUnread: flag(),
});

/** Query of GET /api/messages. */
const listConversationsSchema = z.strictObject({
  filter: z._default(z.enum(CONVERSATION_FILTERS, 'Choose all, unread, requests or archived'), 'all'),
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(L.conversationsMaxItems)),
});

/** Query of GET /api/messages/:userId. */
const listMessagesSchema = z
  .strictObject({
    before: queryPlaceSchema,
    after: queryPlaceSchema,
    around: queryPlaceSchema,
    limit: z.optional(pageSizeSchema(L.pageMaxItems)),
  })
  .check(
    z.refine(
      ({ before, after, around }) => [before, after, around].filter((place) => place !== undefined).length <= 1,
      'Name one place',
    ),
  );

/** Query of GET /api/messages/:userId/files. */
const listSharedFilesSchema = z.strictObject({
  kind: z.enum(SHARED_FILE_KINDS, 'Choose images or documents'),
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(L.filesMaxItems)),
});

/** Query of GET /api/messages/search. */
const searchMessagesSchema = z.strictObject({
  q: z
    .string('Write what to look for')
    .check(
      z.trim(),
      z.minLength(1, 'Write what to look for'),
      z.maxLength(L.searchMaxChars, `A search has at most ${L.searchMaxChars} characters`),
    ),
  with: z.optional(idSchema),
  from: z.optional(z.enum(['me', 'them'], 'Choose me or them')),
  has: z.optional(z.enum(['file'], 'Only file can be asked for')),
  before: dateSchema,
  after: dateSchema,
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(L.searchMaxItems)),
});

/** Inputs of messageEndpoints by endpoint name. */
export const messageSchemas = {
  listConversations: { query: listConversationsSchema },
  searchMessages: { query: searchMessagesSchema },
  sendMessage: { body: sendMessageSchema },
  editMessage: { params: idParamsSchema, body: editMessageSchema },
  removeMessage: { params: idParamsSchema, query: removeMessageSchema },
  listMessages: { params: peerParamsSchema, query: listMessagesSchema },
  listSharedFiles: { params: peerParamsSchema, query: listSharedFilesSchema },
  getConversation: { params: peerParamsSchema },
  readMessages: { params: peerParamsSchema, body: readMessagesSchema },
  editConversation: { params: peerParamsSchema, body: editConversationSchema },
  acceptRequest: { params: peerParamsSchema },
  declineRequest: { params: peerParamsSchema },
} satisfies EndpointSchemas;
