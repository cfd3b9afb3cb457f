import { sendMessageSchema } from '#shared/api/messages.schema.ts';
import { idSchema } from '#shared/api/page.schema.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import { newMessageIntentSchema, typingIntentSchema } from '#shared/realtime/messages.schema.ts';
import { AppError } from '../../http/app-error.ts';
import { defineIntent, type IntentDefinition, type IntentDefinitions } from '../../realtime/intents.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import type { StreamLoader, StreamLoaders } from '../sync/sync.service.ts';
import { loadMessageViews } from './message.view.ts';
import type { MessageToSend } from './messages.send.ts';

const ofMessage: StreamLoader<'new-message' | 'message-updated'> = async (pool, userId, payloads) => {
  const ids = payloads.map(({ messageId }) => String(messageId));
  const views = await loadMessageViews(pool, [...new Set(ids)], userId);
  return ids.map((id) => views.get(id) ?? null);
};

/** Pushes of messages out of the events of a stream; the words are read when they are told. */
export const messageStream: Pick<StreamLoaders, 'new-message' | 'message-updated' | 'message-read'> = {
  'new-message': ofMessage,
  'message-updated': ofMessage,
  'message-read': (_pool, _userId, payloads) =>
    Promise.resolve(
      payloads.map(({ readerId, conversationId, upToSeq }) => ({
        readerId: String(readerId),
        conversationId: String(conversationId),
        upToSeq: Number(upToSeq),
      })),
    ),
};

/** What the intents of messages need. */
export interface MessageIntentDeps {
  /** Stores a message and wakes the streams of the two. Errors as sendMessage's. */
  send: (senderId: string, input: MessageToSend) => Promise<void>;
  isSide: (messageId: string, userId: string) => Promise<boolean>;
  /** Whom a member writes with; null for a conversation that is not theirs or not open. */
  findPeer: (conversationId: string, userId: string) => Promise<string | null>;
  publish: () => Publish;
}

/**
 * Makes message, new-message and typing. A sent message goes the way of POST /api/messages; nothing of a payload is
 * passed on.
 */
export function messageIntents({ send, isSide, findPeer, publish }: MessageIntentDeps): IntentDefinitions {
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
    run: (input, { identity }) =>
      identity.role === 'creator'
        ? { ok: false, code: 'FORBIDDEN' }
        : acknowledged(send(identity.id, input as MessageToSend)),
  };
  return {
    message,
    'new-message': defineIntent(newMessageIntentSchema, async ({ id }, { identity }) =>
      (await isSide(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
    ),
    typing: defineIntent(typingIntentSchema, async ({ conversationId }, { identity }) => {
      const peerId = await findPeer(conversationId, identity.id);
      if (peerId === null) return { ok: false, code: 'NOT_FOUND' };
      publish()({ to: [rooms.user(peerId)] }, 'typing', { conversationId, userId: identity.id });
      return { ok: true };
    }),
  };
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
