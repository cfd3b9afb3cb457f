import type { QueryClient } from '@tanstack/react-query';
import type { MessageView } from '#shared/api/messages.ts';
import { isQuiet, preferencesQuery } from '../../lib/me.ts';
import { isSeen } from '../../lib/page/activity.ts';
import { toast } from '../../lib/page/toasts.ts';
import { peerOf } from './api/cache.ts';
import { conversationQuery } from './api/queries.ts';
import { previewOf, quoteOf } from './thread/preview.ts';
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
 * Shows a toast for a new message, unless the user sees its thread, it is muted, the switch for messages is off, or
 * quiet hours apply; the sound never plays without the toast.
 */
export async function showMessageToast(client: QueryClient, userId: string, message: MessageView): Promise<void> {
  const peerId = peerOf(message, userId);
  if (peerId === null || (readMessagesState().openPeerId === peerId && isSeen())) return;
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
