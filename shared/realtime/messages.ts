import type { MessageView } from '../api/messages.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of messages, to the devices of both members. Those with `seq` are in the user log.
 */
export interface MessagePushes {
  'new-message': Push<MessageView & { seq: number }>;
  /** Edited, or deleted for both. */
  'message-updated': Push<MessageView & { seq: number }>;
  'message-read': Push<{ readerId: string; conversationId: string; upToSeq: number; seq: number }>;
  /** The other member is typing; never stored. */
  typing: Push<{ conversationId: string; userId: string }>;
}

/** Intents of messages. */
export interface MessageIntents {
  /** Sends a message: `user-{receiver}` and the message, stored as by POST /api/messages. */
  message: object;
  /** Sent after a write; only checked. */
  'new-message': { id: string };
  typing: { conversationId: string };
}
