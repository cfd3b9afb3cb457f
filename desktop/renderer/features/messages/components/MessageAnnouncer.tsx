import { useState } from 'react';
import { callResult } from '#shared/api/call-texts.ts';
import type { MessageView } from '#shared/api/messages.ts';
import { previewOf, quoteOf } from '../thread/preview.ts';

interface MessageAnnouncerProps {
  /** The newest message of the thread; undefined while newer pages are not loaded. */
  message: MessageView | undefined;
  userId: string;
  senderName: string;
}

/** Announces new messages of the peer to screen readers; not those that existed when the thread was opened. */
export function MessageAnnouncer({ message, userId, senderName }: MessageAnnouncerProps) {
  const [openedAt] = useState(message?.conversationSeq ?? 0);
  const isNew =
    message !== undefined &&
    message.senderId !== userId &&
    message.conversationSeq > openedAt &&
    message.deletedAt === null;
  const text = message?.kind === 'call' ? callResult(message.call, false).text : message && previewOf(quoteOf(message));
  return (
    <p role="status" className="sr-only">
      {isNew && `${senderName}: ${text ?? ''}`}
    </p>
  );
}
