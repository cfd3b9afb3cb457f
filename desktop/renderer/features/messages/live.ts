import type { QueryClient } from '@tanstack/react-query';
import type { MessageView } from '#shared/api/messages.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { queueMissedToast } from '../../lib/live/missed-toasts.ts';
import { isQuiet, preferencesQuery } from '../../lib/me.ts';
import { toast } from '../../lib/page/toasts.ts';
import { changeThread, findConversation, peerOf, refreshLists, takeMessage } from './api/cache.ts';
import { conversationQuery } from './api/queries.ts';
import { messageSessionOf } from './session/own-session.ts';
import { previewOf, quoteOf } from './thread/preview.ts';
import { markRead } from './thread/thread.ts';
import { endTyping, startTyping } from './session/typing.ts';
import { readMessagesState } from './slice.ts';

const START_CHARS = 80;

const SOUND = {
  url: new URL('../../../../resources/sounds/message.wav', import.meta.url).href,
  volume: 0.6,
  /** Minimum time between two sounds, in milliseconds. */
  intervalMs: 2_000,
} as const;
let nextSoundAtMs = 0;

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
      if (!('isMissed' in push)) void showMessage(client, userId, push);
      else if (!push.read && push.deletedAt === null)
        queueMissedToast({ kind: 'message', show: () => void showMessage(client, userId, push) });
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

/**
 * Shows a toast for a new message, unless its thread is open or muted, the switch for messages is off, or quiet hours
 * apply; the sound never plays without the toast.
 */
async function showMessage(client: QueryClient, userId: string, message: MessageView): Promise<void> {
  const peerId = peerOf(message, userId);
  if (peerId === null || (readMessagesState().openPeerId === peerId && document.visibilityState === 'visible')) return;
  const conversation = await client.fetchQuery(conversationQuery(peerId)).catch(() => null);
  if (conversation === null || conversation.user === null || conversation.muted) return;
  const preferences = await client.fetchQuery(preferencesQuery).catch(() => null);
  if (preferences?.messageNotifications === false || (await isQuiet(client))) return;
  const content = previewOf(quoteOf(message));
  const start = content.length > START_CHARS ? `${content.slice(0, START_CHARS - 1)}…` : content;
  if (preferences?.messageSound) playMessageSound();
  toast({ title: 'New message', description: `${conversation.user.fullName}: ${start}` });
}

/** Plays the sound of a new message, where the browser's autoplay policy allows it. */
function playMessageSound(): void {
  if (Date.now() < nextSoundAtMs || typeof Audio === 'undefined') return;
  nextSoundAtMs = Date.now() + SOUND.intervalMs;
  const sound = new Audio(SOUND.url);
  sound.volume = SOUND.volume;
  sound.play().catch(() => undefined);
}
