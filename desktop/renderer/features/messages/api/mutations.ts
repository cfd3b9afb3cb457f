import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageEndpoints, type ConversationStateInput, type MessageView } from '#shared/api/messages.ts';
import { call } from '../../../lib/http/api.ts';
import { dropMessage, putMessage } from '../thread/thread.ts';
import { changeThread, refreshFiles, refreshLists } from './cache.ts';
import { conversationQuery } from './queries.ts';

const to = (userId: string) => ({ params: { userId } });

/** Moves the user's read cursor in the conversation with a peer up to a sequence number; failures stay silent. */
export function useReadMessages(peerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upToSeq: number) => call(messageEndpoints.readMessages, { ...to(peerId), body: { upToSeq } }),
    onSuccess: () => refreshLists(client),
    meta: { action: null },
  });
}

/** Changes the text of an own message. */
export function useEditMessage(peerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      call(messageEndpoints.editMessage, { params: { id }, body: { content } }),
    onSuccess: (message) => {
      changeThread(client, peerId, (thread) => putMessage(thread, message));
      refreshLists(client);
    },
    meta: { action: 'change the message' },
  });
}

/** Deletes a message, for the user alone or for both. */
export function useRemoveMessage(peerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, from }: { message: MessageView; from: 'me' | 'all' }) =>
      call(messageEndpoints.removeMessage, { params: { id: message.id }, query: { for: from } }),
    onSuccess: (_nothing, { message, from }) => {
      changeThread(client, peerId, (thread) =>
        from === 'me' ? dropMessage(thread, message.id) : putMessage(thread, deletedOf(message)),
      );
      refreshLists(client);
      if (from === 'me') refreshFiles(client, peerId);
    },
    meta: { action: 'delete the message' },
  });
}

function deletedOf(message: MessageView): MessageView {
  const emptied = { content: '', fileUrl: null, fileName: null, fileType: null, replyTo: null, about: null };
  return { ...message, ...emptied, deletedAt: new Date().toISOString() };
}

/** Pins, mutes or archives the conversation with a peer, or undoes it. */
export function useEditConversation(peerId: string) {
  const client = useQueryClient();
  return useMutation({
    // Several changes in a row are sent in their order.
    scope: { id: `conversation-${peerId}` },
    mutationFn: (body: ConversationStateInput) => call(messageEndpoints.editConversation, { ...to(peerId), body }),
    onSuccess: (view) => {
      client.setQueryData(conversationQuery(peerId).queryKey, view);
      refreshLists(client);
    },
    meta: { action: 'change the conversation' },
  });
}

/** Accepts or declines a message request. */
export function useAnswerMessageRequest(peerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: 'accept' | 'decline') =>
      call(answer === 'accept' ? messageEndpoints.acceptRequest : messageEndpoints.declineRequest, to(peerId)),
    onSuccess: () => refreshLists(client),
    meta: { action: 'answer the request' },
  });
}
