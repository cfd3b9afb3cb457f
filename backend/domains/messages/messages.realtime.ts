import type { Pool } from 'pg';
import { sendMessageSchema } from '#shared/api/messages.schema.ts';
import { idSchema } from '#shared/api/page.schema.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import { typingIntentSchema } from '#shared/realtime/messages.schema.ts';
import { AppError } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import {
  defineIntent,
  type IntentDefinition,
  type IntentDefinitions,
  type OwnershipRules,
} from '../../realtime/intents.ts';
import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import type { UserLogLoader, UserLogLoaders } from '../../db/user-log.ts';
import { findOwnConversation, findOwnMessage } from './message.access.ts';
import { loadMessageViews } from './message.view.ts';
import { countMessageRequest, sendMessage, type MessageToSend } from './messages.send.ts';

/** Interval at which one member's typing in a conversation is published on a node, in milliseconds. */
const TYPING_EVERY_MS = 1_000;

const loadMessagePushes: UserLogLoader<'new-message' | 'message-updated'> = async (pool, userId, payloads) => {
  const ids = payloads.map(({ messageId }) => String(messageId));
  const views = await loadMessageViews(pool, [...new Set(ids)], userId);
  return ids.map((id) => views.get(id) ?? null);
};

/** Builds the message pushes from user log entries; loads the content at delivery. */
export const messageLogLoaders: Pick<UserLogLoaders, 'new-message' | 'message-updated' | 'message-read'> = {
  'new-message': loadMessagePushes,
  'message-updated': loadMessagePushes,
  'message-read': (_pool, _userId, payloads) =>
    Promise.resolve(
      payloads.map(({ readerId, conversationId, upToSeq }) => ({
        readerId: String(readerId),
        conversationId: String(conversationId),
        upToSeq: Number(upToSeq),
      })),
    ),
};

/** Defines the intents `message`, which does the same as POST /api/messages, and `typing`. */
export function messageIntents({
  pool,
  limits,
  publish,
}: Pick<PublishContext, 'pool' | 'publish'> & { limits: RateLimits }): IntentDefinitions {
  const send = async (sender: Identity, input: MessageToSend): Promise<void> => {
    await limits.consume('messages', sender.id);
    const countRequest = () => countMessageRequest(limits, sender);
    await sendMessage({ pool, countRequest }, sender.id, input);
  };
  const message: IntentDefinition = {
    parse([room, payload, ...rest]) {
      const receiverId =
        typeof room === 'string' && room.startsWith('user-')
          ? idSchema.safeParse(room.slice('user-'.length))
          : undefined;
      if (!receiverId?.success || rest.length > 0 || typeof payload !== 'object' || payload === null) return undefined;
      const parsed = sendMessageSchema.safeParse({ ...payload, receiverId: receiverId.data });
      return parsed.success ? { input: parsed.data } : undefined;
    },
    run: (input, { identity }) => acknowledged(send(identity, input as MessageToSend)),
  };
  /** Who has typed where within the last interval, on any device. */
  const published = new Set<string>();
  return {
    message,
    typing: defineIntent(typingIntentSchema, async ({ conversationId }, { identity }) => {
      const key = `${identity.id} ${conversationId}`;
      if (published.has(key)) return { ok: true };
      const conversation = await findOwnConversation(pool, identity.id, conversationId);
      const isOpen = conversation?.id === conversationId && conversation.state === 'accepted';
      if (!isOpen || conversation.peerId === null) return { ok: false, code: 'NOT_FOUND' };
      // Another device may have published while this one was authorised.
      if (published.has(key)) return { ok: true };
      published.add(key);
      setTimeout(() => published.delete(key), TYPING_EVERY_MS).unref();
      publish({ to: [rooms.user(conversation.peerId)] }, 'typing', { conversationId, userId: identity.id });
      return { ok: true };
    }),
  };
}

/** Allows `new-message` only for the sender and the receiver of the message. */
export function messageOwnership(pool: Pool): OwnershipRules {
  return { 'new-message': async (id, userId) => (await findOwnMessage(pool, id, userId)) !== null };
}

async function acknowledged(work: Promise<void>): Promise<Ack> {
  try {
    await work;
    return { ok: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code } = error;
    if (code === 'NOT_FOUND' || code === 'RATE_LIMITED') return { ok: false, code };
    return { ok: false, code: code === 'UNAVAILABLE' ? code : 'FORBIDDEN' };
  }
}
