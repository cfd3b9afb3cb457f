import type { MessageView } from '../api/messages.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of messages, to the devices of the two. Those that carry `seq` stand in the person's stream. Source: decisions
 * 31 to 33.
 */
export interface MessagePushes {
  'new-message': Push<MessageView & { seq: number }>;
  /** Edited, or deleted for both. */
  'message-updated': Push<MessageView & { seq: number }>;
  'message-read': Push<{ readerId: string; conversationId: string; upToSeq: number; seq: number }>;
  /** The other writes at this moment; never kept. */
  typing: Push<{ conversationId: string; userId: string }>;
}

/** Intents of messages. */
export interface MessageIntents {
  /** The spec's way of sending: `user-{receiver}` and the message; stored as POST /api/messages stores it. */
  message: object;
  /** Emitted after a write; checked and dropped. */
  'new-message': { id: string };
  typing: { conversationId: string };
}
