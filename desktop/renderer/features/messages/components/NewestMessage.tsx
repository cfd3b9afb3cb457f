import { useState } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import { previewOf, quoteOf } from '../preview.ts';

/** Props of {@link NewestMessage}. */
export interface NewestMessageProps {
  /** The newest message of a thread, as far as one looks at its end. */
  message: MessageView | undefined;
  userId: string;
  senderName: string;
}

/**
 * Reads a message that has just come to a screen reader; own ones, and those that were there when the thread was
 * opened, stay unsaid.
 */
export function NewestMessage({ message, userId, senderName }: NewestMessageProps) {
  const [openedAt] = useState(message?.conversationSeq ?? 0);
  const isNew =
    message !== undefined &&
    message.senderId !== userId &&
    message.conversationSeq > openedAt &&
    message.deletedAt === null;
  return (
    <p role="status" className="sr-only">
      {isNew && `${senderName}: ${previewOf(quoteOf(message))}`}
    </p>
  );
}
