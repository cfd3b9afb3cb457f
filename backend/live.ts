import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { StreamPush } from '#shared/realtime/stream.ts';
import type { Pool } from './db/pool.ts';
import { listOwnAdvertisements, loadPublicAdvertisement } from './domains/advertisements/advertisement.view.ts';
import { advertisementIntents, announceAdvertisements } from './domains/advertisements/advertisements.realtime.ts';
import { announceSessions } from './domains/auth/auth.realtime.ts';
import { loadCommentRow, loadPublicCommentView } from './domains/comments/comment.view.ts';
import { announceComments, commentIntents } from './domains/comments/comments.realtime.ts';
import { loadConnectionView } from './domains/connections/connection.view.ts';
import { countConnections } from './domains/connections/connections.list.ts';
import { connectionIntents, tellCounts } from './domains/connections/connections.realtime.ts';
import { loadEventRow, loadPublicEventView } from './domains/events/event.view.ts';
import { announceEvents, eventIntents } from './domains/events/events.realtime.ts';
import { listConnectedIds } from './domains/connections/connections.access.ts';
import { loadOwnConversation, loadOwnMessage } from './domains/messages/message.access.ts';
import { messageIntents } from './domains/messages/messages.realtime.ts';
import { sendMessage } from './domains/messages/messages.send.ts';
import { announceBlocks } from './domains/moderation/blocks.realtime.ts';
import { listBlockedEitherWay } from './domains/moderation/blocks.access.ts';
import { checkPostReadable } from './domains/posts/post.access.ts';
import { loadPublicPostView } from './domains/posts/post.view.ts';
import { createPresenceStore } from './domains/presence/presence.service.ts';
import { announcePosts, postIntents } from './domains/posts/posts.realtime.ts';
import { loadEvents, loadPositions, type StreamLoaders } from './domains/sync/sync.service.ts';
import { loadUserCard } from './domains/users/user-card.view.ts';
import { announceUsers, userIntents } from './domains/users/users.realtime.ts';
import { announceVerifications } from './domains/verifications/verifications.realtime.ts';
import type { Facts } from './facts.ts';
import { AppError } from './http/app-error.ts';
import { type CookieConfig, readSessionToken } from './http/session-cookie.ts';
import { loadIdentity, loadLiveSessionIds } from './http/session-store.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { createDelivery } from './realtime/delivery.ts';
import type { Hints } from './realtime/hints.ts';
import type { IntentDefinitions } from './realtime/intents.ts';
import { createPresence } from './realtime/presence.ts';
import type { Publish } from './realtime/publish.ts';
import { rooms } from './realtime/rooms.ts';
import { createRealtime, type Realtime } from './realtime/server.ts';

/** How long open sockets are closed over when the backend stops, in milliseconds. */
const DRAIN_MS = 2_000;

/** What the live link is assembled from. */
export interface LiveDeps {
  /** Has its request listener already. */
  server: HttpServer;
  pool: Pool;
  facts: Facts;
  cookie: CookieConfig;
  allowedOrigins: readonly string[];
  log: Logger;
  hints: Hints;
  limits: RateLimits;
  /** Makes the pushes of people's streams. */
  streamLoaders: StreamLoaders;
}

/** Opens the live link: who may connect, what they may send, and what they are told. */
export function connectLive({
  server,
  pool,
  facts,
  cookie,
  allowedOrigins,
  log,
  hints,
  limits,
  streamLoaders,
}: LiveDeps): Pick<Realtime, 'close'> {
  const delivery = createDelivery<StreamPush>({
    loadPositions: (userIds) => loadPositions(pool, userIds),
    loadEvents: (userId, after, limit) => loadEvents(pool, { userId, after, limit, loaders: streamLoaders }),
    emit: (userId, { name, push }) => {
      realtime.publish({ to: [rooms.user(userId)] }, name, push);
      counts.after(userId, name);
    },
    log,
  });
  const presence = createPresence({ store: createPresenceStore(pool), hints, publish: () => realtime.publish, log });
  const realtime: Realtime = createRealtime({
    streams: delivery,
    presence,
    httpServer: server,
    allowedOrigins,
    log,
    authenticate: async (cookieHeader) => {
      const token = readSessionToken(cookieHeader, cookie);
      return token === null ? null : loadIdentity(pool, token);
    },
    isSessionLive: (ids) => loadLiveSessionIds(pool, ids),
    canReadPost: async (identity, postId) =>
      identity.role !== 'creator' && (await findReadableAuthor(pool, postId, identity.id)) !== null,
    intents: {
      ...postIntents(async (id, userId) => (await findReadableAuthor(pool, id, userId)) === userId),
      ...connectionIntents(async (id, userId) => (await loadConnectionView(pool, id, userId)) !== null),
      ...advertisementIntents(async (id, userId) =>
        (await listOwnAdvertisements(pool, userId)).some((own) => own.id === id),
      ),
      ...eventIntents(async (id, userId) => (await loadEventRow(pool, id, userId))?.user_id === userId),
      ...messageIntentsOf({ pool, limits, hints, publish: () => realtime.publish }),
      ...commentIntents(async (id, userId) => (await loadCommentRow(pool, id, userId))?.user_id === userId),
      ...userIntents,
      ...presence.intents,
    },
  });

  const counts = tellCounts({
    publish: realtime.publish,
    countConnections: (userId) => countConnections(pool, userId),
    onError: (error) => log.warn({ err: error }, 'a number of connections could not be told'),
  });

  hints.on('stream', (userIds) => delivery.wake(userIds));
  hints.on('messages', (userIds) =>
    realtime.publish({ to: userIds.map(rooms.user) }, 'data-updated', { type: 'message' }),
  );
  hints.start();
  facts.on('presence-switched', ({ userId }) => hints.tell('presence-switch', [userId]));
  delivery.start();
  presence.start();

  const stopAnnouncing = announceAll({ pool, facts, log, hints }, realtime);
  return {
    close: async ({ drainMs = DRAIN_MS } = {}) => {
      stopAnnouncing();
      await realtime.close({ drainMs });
      await presence.stop();
      await hints.stop();
      await delivery.stop();
      counts.stop();
    },
  };
}

/** Ties facts to pushes: one line for each noun. The answer ends what waits to be announced. */
function announceAll(
  { pool, facts, log, hints }: Pick<LiveDeps, 'pool' | 'facts' | 'log' | 'hints'>,
  realtime: Realtime,
): () => void {
  const shared = {
    facts,
    publish: realtime.publish,
    listBlockedEitherWay: (id: string) => listBlockedEitherWay(pool, id),
  };
  announceSessions(facts, hints, realtime);
  const stopPosts = announcePosts({
    ...shared,
    loadPublicPostView: (id) => loadPublicPostView(pool, id),
    onError: (error) => log.warn({ err: error }, 'a changed post could not be announced'),
  });
  const stopEvents = announceEvents({
    ...shared,
    loadPublicEventView: (id) => loadPublicEventView(pool, id),
    onError: (error) => log.warn({ err: error }, 'a changed event could not be announced'),
  });
  announceComments({ ...shared, loadPublicCommentView: (id) => loadPublicCommentView(pool, id) });
  announceAdvertisements({ ...shared, loadPublicAdvertisement: (id) => loadPublicAdvertisement(pool, id) });
  announceBlocks(shared);
  announceVerifications({ ...shared, loadUserCard: (id) => loadUserCard(pool, id) });
  announceUsers({
    ...shared,
    loadUserCard: (id) => loadUserCard(pool, id),
    listConnectedIds: (id) => listConnectedIds(pool, id),
  });
  return () => {
    stopPosts();
    stopEvents();
  };
}

function messageIntentsOf({
  pool,
  limits,
  hints,
  publish,
}: Pick<LiveDeps, 'pool' | 'limits' | 'hints'> & { publish: () => Publish }): IntentDefinitions {
  return messageIntents({
    send: async (senderId, input) => {
      await limits.consume('messages', senderId);
      const { isRepeat } = await sendMessage(pool, senderId, input);
      if (!isRepeat) hints.tell('stream', [senderId, input.receiverId]);
    },
    isSide: (id, userId) => isFound(loadOwnMessage(pool, id, userId)),
    findPeer: (id, userId) => findOpenPeer(pool, id, userId),
    publish,
  });
}

async function findReadableAuthor(pool: Pool, postId: string, viewerId: string): Promise<string | null> {
  return (await orNull(checkPostReadable(pool, postId, viewerId)))?.userId ?? null;
}

/** Whom a member writes with in an open conversation, by its id. */
async function findOpenPeer(pool: Pool, conversationId: string, userId: string): Promise<string | null> {
  const conversation = await orNull(loadOwnConversation(pool, userId, conversationId));
  return conversation?.id === conversationId && conversation.state === 'accepted' ? conversation.peerId : null;
}

async function isFound(work: Promise<object>): Promise<boolean> {
  return (await orNull(work)) !== null;
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
