import type { QueryClient } from '@tanstack/react-query';
import type { MessageView } from '#shared/api/messages.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { queueMissedToast } from '../../lib/live/missed-toasts.ts';
import { changeThread, findConversation, refreshLists, takeMessage } from './api/cache.ts';
import { messageSessionOf } from './session/own-session.ts';
import { markRead } from './thread/thread.ts';
import { endTyping, startTyping } from './session/typing.ts';

/**
 * Keeps the cached threads equal to what a fetch returns, sends unsent messages when the link is back, and shows a
 * toast for new messages. Returns the unbind function.
 */
export function bindMessages({ link, client, userId }: LiveBinding): () => void {
  const { sendQueue } = messageSessionOf(userId, (message) => takeMessage(client, userId, message));
  return endAll([
    link.subscribe('new-message', (push) => {
      takeMessage(client, userId, push);
      sendQueue.discard(push.clientId);
      endTyping(push.conversationId);
      // Calls show toasts and notifications of their own.
      if (push.receiverId !== userId || push.kind === 'call') return;
      if (!('isMissed' in push)) showMessage(client, userId, push);
      else if (!push.read && push.deletedAt === null)
        queueMissedToast({ kind: 'message', show: () => showMessage(client, userId, push) });
    }),
    link.subscribe('message-updated', (push) => takeMessage(client, userId, push)),
    link.subscribe('message-read', ({ readerId, conversationId, upToSeq }) => {
      if (readerId !== userId) changeThread(client, readerId, (thread) => markRead(thread, upToSeq, userId));
      if (readerId === userId || findConversation(client, ({ id }) => id === conversationId)) refreshLists(client);
    }),
    link.subscribe('typing', ({ conversationId }) => startTyping(conversationId)),
    link.on('status', (status) => status === 'live' && sendQueue.flush()),
  ]);
}

/** Shows the toast of a message. Its code loads with the first one; without a network there is none. */
function showMessage(client: QueryClient, userId: string, message: MessageView): void {
  import('./message-toast.ts').then(
    ({ showMessageToast }) => showMessageToast(client, userId, message),
    () => undefined,
  );
}
