import { messageSchemas } from '#shared/api/messages.schema.ts';
import { messageEndpoints } from '#shared/api/messages.ts';
import { routes, WithStatus } from '../../http/route.ts';
import { countUnreadMessages, listConversations, loadConversation } from './conversations.list.ts';
import { listSharedFiles } from './messages.files.ts';
import { searchMessages } from './message-search.service.ts';
import { countMessageRequest, sendMessage } from './messages.send.ts';
import {
  answerRequest,
  editConversation,
  editMessage,
  readMessages,
  removeForAll,
  removeForMe,
} from './messages.service.ts';
import { listMessages } from './messages.thread.ts';

/** Routes of conversations and messages. */
export const messageRoutes = routes(messageEndpoints, messageSchemas, {
  listConversations: ({ pool, identity, query }) => listConversations(pool, identity.id, query),
  countUnreadMessages: ({ pool, identity }) => countUnreadMessages(pool, identity.id),
  searchMessages: ({ pool, identity, query }) => searchMessages(pool, identity.id, query),
  sendMessage: async ({ pool, deps, identity, body }) => {
    const countRequest = () => countMessageRequest(deps.limits, identity);
    const { message, isRepeat } = await sendMessage({ pool, countRequest }, identity.id, body);
    return new WithStatus(isRepeat ? 200 : 201, message);
  },
  editMessage: {
    onPool: ({ client, identity, params, body }) =>
      editMessage(client, identity.id, { id: params.id, content: body.content }),
  },
  removeMessage: {
    onPool: ({ client, identity, params, query }) =>
      (query.for === 'all' ? removeForAll : removeForMe)(client, identity.id, params.id),
  },
  listMessages: ({ pool, identity, params, query }) =>
    listMessages(pool, identity.id, { ...query, peerId: params.userId }),
  listSharedFiles: ({ pool, identity, params, query }) =>
    listSharedFiles(pool, identity.id, { ...query, peerId: params.userId }),
  getConversation: ({ pool, identity, params }) => loadConversation(pool, identity.id, params.userId),
  readMessages: {
    onPool: ({ client, identity, params, body }) =>
      readMessages(client, identity.id, { peerId: params.userId, upToSeq: body.upToSeq }),
  },
  editConversation: {
    onPool: async ({ client, identity, params, body }) => {
      await editConversation(client, identity.id, { peerId: params.userId, change: body });
      return loadConversation(client, identity.id, params.userId);
    },
  },
  acceptRequest: {
    onPool: ({ client, identity, params }) =>
      answerRequest(client, identity.id, { peerId: params.userId, state: 'accepted' }),
  },
  declineRequest: {
    onPool: ({ client, identity, params }) =>
      answerRequest(client, identity.id, { peerId: params.userId, state: 'declined' }),
  },
});
