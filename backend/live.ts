import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { Pool } from './db/pool.ts';
import { announceSessions } from './domains/auth/auth.realtime.ts';
import { loadCommentRow, loadPublicCommentView } from './domains/comments/comment.view.ts';
import { announceComments, commentIntents } from './domains/comments/comments.realtime.ts';
import { loadConnectionView, loadPublicConnectionView } from './domains/connections/connection.view.ts';
import { countConnections } from './domains/connections/connections.list.ts';
import { announceConnections, connectionIntents } from './domains/connections/connections.realtime.ts';
import { loadEventRow, loadPublicEventView } from './domains/events/event.view.ts';
import { announceEvents, eventIntents } from './domains/events/events.realtime.ts';
import { listConnectedIds } from './domains/connections/connections.access.ts';
import { announceBlocks } from './domains/moderation/blocks.realtime.ts';
import { listBlockedEitherWay } from './domains/moderation/blocks.access.ts';
import { countUnread, loadNotificationView } from './domains/notifications/notification.view.ts';
import { announceNotifications } from './domains/notifications/notifications.realtime.ts';
import { checkPostReadable } from './domains/posts/post.access.ts';
import { loadPublicPostView } from './domains/posts/post.view.ts';
import { announcePosts, postIntents } from './domains/posts/posts.realtime.ts';
import { loadUserCard } from './domains/users/user-card.view.ts';
import { announceUsers, userIntents } from './domains/users/users.realtime.ts';
import { announceVerifications } from './domains/verifications/verifications.realtime.ts';
import type { Facts } from './facts.ts';
import { AppError } from './http/app-error.ts';
import { type CookieConfig, readSessionToken } from './http/session-cookie.ts';
import { loadIdentity, loadLiveSessionIds } from './http/session-store.ts';
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
}

/** Opens the live link and ties facts to pushes: one line for each noun. */
export function connectLive({ server, pool, facts, cookie, allowedOrigins, log }: LiveDeps): Pick<Realtime, 'close'> {
  const realtime = createRealtime({
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
      ...eventIntents(async (id, userId) => (await loadEventRow(pool, id, userId))?.user_id === userId),
      ...commentIntents(async (id, userId) => (await loadCommentRow(pool, id, userId))?.user_id === userId),
      ...userIntents,
    },
  });

  const shared = { facts, publish: realtime.publish, listBlockedEitherWay: (id: string) => listBlockedEitherWay(pool, id) };
  announceSessions(facts, realtime);
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
  announceBlocks(shared);
  announceConnections({
    ...shared,
    loadPublicConnectionView: (id) => loadPublicConnectionView(pool, id),
    countConnections: (id) => countConnections(pool, id),
  });
  announceNotifications({ ...shared, loadNotificationView: (id, userId) => loadNotificationView(pool, id, userId), countUnread: (id) => countUnread(pool, id) });
  announceVerifications({ ...shared, loadUserCard: (id) => loadUserCard(pool, id) });
  announceUsers({ ...shared, loadUserCard: (id) => loadUserCard(pool, id), listConnectedIds: (id) => listConnectedIds(pool, id) });

  return {
    close: ({ drainMs = DRAIN_MS } = {}) => {
      stopPosts();
      stopEvents();
      return realtime.close({ drainMs });
    },
  };
}

async function findReadableAuthor(pool: Pool, postId: string, viewerId: string): Promise<string | null> {
  try {
    return (await checkPostReadable(pool, postId, viewerId)).userId;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
