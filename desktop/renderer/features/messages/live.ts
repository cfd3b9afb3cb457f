import type { QueryClient } from '@tanstack/react-query';
import type { MessageView } from '#shared/api/messages.ts';
import { preferencesEndpoints, type PreferencesView } from '#shared/api/preferences.ts';
import { privacyEndpoints, type PrivacyView } from '#shared/api/privacy.ts';
import { quietUntil } from '#shared/quiet-hours.ts';
import type { LiveBinding } from '../../lib/live-link.ts';
import { noteMissed } from '../../lib/missed-notices.ts';
import { toast } from '../../lib/toasts.ts';
import { changeThread, fetchConversation, findConversation, peerOf, refreshLists, takeMessage } from './api/cache.ts';
import { openPeer } from './open-peer.ts';
import { outboxOf } from './own-outbox.ts';
import { previewOf, quoteOf } from './preview.ts';
import { playMessageSound } from './sound.ts';
import { markRead } from './thread.ts';
import { endTyping, noteTyping } from './typing.ts';

const START_CHARS = 80;

/**
 * Keeps the cached threads as fresh fetches would give them, sends what is unsent when the link is back, and tells of
 * new messages. The answer unbinds. Source: decision 31.
 */
export function bindMessages({ link, client, userId }: LiveBinding): () => void {
  const outbox = outboxOf(userId, (message) => takeMessage(client, userId, message));
  const unbind = [
    link.subscribe('new-message', (push) => {
      takeMessage(client, userId, push);
      outbox.discard(push.clientId);
      endTyping(push.conversationId);
      if (push.receiverId !== userId) return;
      if (!('isMissed' in push)) void announce(client, userId, push);
      else if (!push.read && push.deletedAt === null)
        noteMissed({ kind: 'message', tell: () => void announce(client, userId, push) });
    }),
    link.subscribe('message-updated', (push) => takeMessage(client, userId, push)),
    link.subscribe('message-read', ({ readerId, conversationId, upToSeq }) => {
      if (readerId !== userId) changeThread(client, readerId, (thread) => markRead(thread, upToSeq, userId));
      if (readerId === userId || findConversation(client, ({ id }) => id === conversationId)) refreshLists(client);
    }),
    link.subscribe('typing', ({ conversationId }) => noteTyping(conversationId)),
    link.onStatus((status) => status === 'live' && outbox.flush()),
  ];
  return () => {
    for (const end of unbind) end();
  };
}

/**
 * Says who wrote what, unless their thread is open or muted or it is a quiet hour; a sound never comes without the
 * notice.
 */
async function announce(client: QueryClient, userId: string, message: MessageView): Promise<void> {
  const peerId = peerOf(message, userId);
  if (peerId === null || (openPeer.get() === peerId && document.visibilityState === 'visible')) return;
  const conversation = await fetchConversation(client, peerId).catch(() => null);
  if (conversation === null || conversation.user === null || conversation.muted) return;
  if (await isQuiet(client)) return;
  const content = previewOf(quoteOf(message));
  const start = content.length > START_CHARS ? `${content.slice(0, START_CHARS - 1)}…` : content;
  if (await hasSound(client)) playMessageSound();
  toast({ title: 'New message', description: `${conversation.user.fullName}: ${start}` });
}

/** Whether the member's own quiet hours hold; what is not known holds nothing back. */
async function isQuiet(client: QueryClient): Promise<boolean> {
  const privacy = await client
    .fetchQuery<PrivacyView>({ queryKey: [privacyEndpoints.getPrivacy.path] })
    .catch(() => null);
  return privacy !== null && quietUntil(privacy.quietHours, new Date()) !== null;
}

async function hasSound(client: QueryClient): Promise<boolean> {
  const preferences = await client
    .fetchQuery<PreferencesView>({ queryKey: [preferencesEndpoints.getPreferences.path] })
    .catch(() => null);
  return preferences?.messageSound ?? false;
}
