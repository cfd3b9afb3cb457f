import { idParamsSchema } from '#shared/api/page.schema.ts';
import {
  editConversationSchema,
  editMessageSchema,
  listConversationsSchema,
  listMessagesSchema,
  listSharedFilesSchema,
  peerParamsSchema,
  readMessagesSchema,
  removeMessageSchema,
  searchMessagesSchema,
  sendMessageSchema,
} from '#shared/api/messages.schema.ts';
import { messageEndpoints } from '#shared/api/messages.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import { countUnreadMessages, listConversations, loadConversation } from './conversations.list.ts';
import { listSharedFiles } from './messages.files.ts';
import { searchMessages } from './message-search.service.ts';
import { sendMessage } from './messages.send.ts';
import {
  answerRequest,
  editConversation,
  editMessage,
  readMessages,
  removeForAll,
  removeForMe,
  type Told,
} from './messages.service.ts';
import { listMessages } from './messages.thread.ts';

/** Tells people's devices after a commit: that their streams grew, or that their lists changed otherwise. */
export type TellDevices = (kind: 'stream' | 'messages', userIds: readonly string[]) => void;

/** Routes of conversations and messages. */
export function messageRoutes(limits: RateLimits, tellDevices: TellDevices): Route[] {
  const tell = <Result>({ result, userIds }: Told<Result>): Result => {
    tellDevices('stream', userIds);
    return result;
  };
  const answer = (endpoint: typeof messageEndpoints.acceptRequest, state: 'accepted' | 'declined') =>
    route(endpoint, { params: peerParamsSchema }, async ({ pool, identity, params }) => {
      const { userIds } = await answerRequest(pool, identity.id, { peerId: params.userId, state });
      tellDevices('messages', userIds);
    });
  return [
    route(messageEndpoints.listConversations, { query: listConversationsSchema }, ({ pool, identity, query }) =>
      listConversations(pool, identity.id, query),
    ),
    route(messageEndpoints.countUnreadMessages, {}, ({ pool, identity }) => countUnreadMessages(pool, identity.id)),
    route(messageEndpoints.searchMessages, { query: searchMessagesSchema }, ({ pool, identity, query }) =>
      searchMessages(pool, identity.id, query),
    ),
    route(messageEndpoints.sendMessage, { body: sendMessageSchema }, async ({ pool, identity, body, res }) => {
      await limits.consume('messages', identity.id);
      const { message, isRepeat } = await sendMessage(pool, identity.id, body);
      if (!isRepeat) tellDevices('stream', [identity.id, body.receiverId]);
      res.status(isRepeat ? 200 : 201);
      return message;
    }),
    route(
      messageEndpoints.editMessage,
      { params: idParamsSchema, body: editMessageSchema },
      async ({ pool, identity, params, body }) =>
        tell(await editMessage(pool, identity.id, { id: params.id, content: body.content })),
    ),
    route(
      messageEndpoints.removeMessage,
      { params: idParamsSchema, query: removeMessageSchema },
      async ({ pool, identity, params, query }) => {
        if (query.for === 'all') return tell(await removeForAll(pool, identity.id, params.id));
        await removeForMe(pool, identity.id, params.id);
        tellDevices('messages', [identity.id]);
      },
    ),
    route(
      messageEndpoints.listMessages,
      { params: peerParamsSchema, query: listMessagesSchema },
      ({ pool, identity, params, query }) => listMessages(pool, identity.id, { ...query, peerId: params.userId }),
    ),
    route(
      messageEndpoints.listSharedFiles,
      { params: peerParamsSchema, query: listSharedFilesSchema },
      ({ pool, identity, params, query }) => listSharedFiles(pool, identity.id, { ...query, peerId: params.userId }),
    ),
    route(messageEndpoints.getConversation, { params: peerParamsSchema }, ({ pool, identity, params }) =>
      loadConversation(pool, identity.id, params.userId),
    ),
    route(
      messageEndpoints.readMessages,
      { params: peerParamsSchema, body: readMessagesSchema },
      async ({ pool, identity, params, body }) =>
        tell(await readMessages(pool, identity.id, { peerId: params.userId, upToSeq: body.upToSeq })),
    ),
    route(
      messageEndpoints.editConversation,
      { params: peerParamsSchema, body: editConversationSchema },
      async ({ pool, identity, params, body }) => {
        await editConversation(pool, identity.id, { peerId: params.userId, change: body });
        tellDevices('messages', [identity.id]);
        return loadConversation(pool, identity.id, params.userId);
      },
    ),
    answer(messageEndpoints.acceptRequest, 'accepted'),
    answer(messageEndpoints.declineRequest, 'declined'),
  ];
}
