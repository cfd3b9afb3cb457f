import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageEndpoints, type ConversationStateInput, type MessageView } from '#shared/api/messages.ts';
import { call } from '../../../lib/api.ts';
import { dropMessage, putMessage } from '../thread.ts';
import { changeThread, refreshFiles, refreshLists } from './cache.ts';
import { conversationQuery } from './queries.ts';

/** What a member does in a conversation with `peerId`. Errors as call's. */
export interface MessageWrites {
  read: (peerId: string, upToSeq: number) => Promise<void>;
  edit: (peerId: string, id: string, content: string) => Promise<void>;
  removeForMe: (peerId: string, id: string) => Promise<void>;
  removeForAll: (peerId: string, message: MessageView) => Promise<void>;
  setState: (peerId: string, change: ConversationStateInput) => Promise<void>;
  answer: (peerId: string, answer: 'accept' | 'decline') => Promise<void>;
}

function createMessageWrites(client: QueryClient): MessageWrites {
  const to = (userId: string) => ({ params: { userId } });
  return {
    async read(peerId, upToSeq) {
      await call(messageEndpoints.readMessages, { ...to(peerId), body: { upToSeq } });
      refreshLists(client);
    },
    async edit(peerId, id, content) {
      const message = await call(messageEndpoints.editMessage, { params: { id }, body: { content } });
      changeThread(client, peerId, (thread) => putMessage(thread, message));
      refreshLists(client);
    },
    async removeForMe(peerId, id) {
      await call(messageEndpoints.removeMessage, { params: { id }, query: { for: 'me' } });
      changeThread(client, peerId, (thread) => dropMessage(thread, id));
      refreshLists(client);
      refreshFiles(client, peerId);
    },
    async removeForAll(peerId, message) {
      await call(messageEndpoints.removeMessage, { params: { id: message.id }, query: { for: 'all' } });
      changeThread(client, peerId, (thread) =>
        putMessage(thread, {
          ...message,
          content: '',
          fileUrl: null,
          fileName: null,
          fileType: null,
          replyTo: null,
          about: null,
          deletedAt: new Date().toISOString(),
        }),
      );
      refreshLists(client);
    },
    async setState(peerId, change) {
      const view = await call(messageEndpoints.editConversation, { ...to(peerId), body: change });
      client.setQueryData(conversationQuery(peerId).queryKey, view);
      refreshLists(client);
    },
    async answer(peerId, answer) {
      await call(answer === 'accept' ? messageEndpoints.acceptRequest : messageEndpoints.declineRequest, to(peerId));
      refreshLists(client);
    },
  };
}

/** The writes over the app's cache. */
export function useMessageWrites(): MessageWrites {
  const client = useQueryClient();
  return useMemo(() => createMessageWrites(client), [client]);
}
