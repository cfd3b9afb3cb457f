import type { Pool } from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { createCoalescer } from '../../realtime/coalesce.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import { BURST_MS, type PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { createThrottle } from '../../realtime/throttle.ts';
import { listBlockedEitherWay, listConnectedIds } from '../visibility/visibility.access.ts';
import { findReadableAuthor } from './post.access.ts';
import { loadPostCounters, loadPublicPostView } from './post.view.ts';

/**
 * Pushes posts to the members who have them on screen, and new ones to the author's connections, but not across a block
 * with the author. A changed post is delayed by {@link BURST_MS} and contains the newest state; its counters are pushed
 * alone. The returned function sends the pending pushes now.
 */
export function publishPosts({ events, publish, pool, log }: PublishContext): () => Promise<void> {
  const edits = createCoalescer(BURST_MS);
  const counts = createThrottle(SOCKET_LIMITS.countersEveryMs);
  const warn = (error: unknown): void => log.warn({ err: error }, 'a changed post could not be published');

  events.on('post-created', async ({ postId: id, userId }) => {
    const [hidden, connected] = await Promise.all([listBlockedEitherWay(pool, userId), listConnectedIds(pool, userId)]);
    const connections = connected.map(rooms.user);
    const except = [...hidden.map(rooms.user), rooms.creators];
    publish({ to: connections, except }, 'post-created', { id, userId, isConnection: true });
    publish({ to: [rooms.feed, rooms.user(userId)], except: [...except, ...connections] }, 'post-created', {
      id,
      userId,
    });
  });
  events.on('post-updated', ({ postId }) => edits.schedule(postId, () => pushEdit(postId).catch(warn)));
  events.on('post-counted', ({ postId }) => counts.run(postId, () => pushCounters(postId).catch(warn)));
  events.on('post-deleted', async ({ postId, userId }) => {
    const hidden = await listBlockedEitherWay(pool, userId);
    publish(
      { to: [rooms.post(postId), rooms.feed, rooms.user(userId)], except: hidden.map(rooms.user) },
      'post-deleted',
      { id: postId, userId },
    );
  });

  async function pushEdit(postId: string): Promise<void> {
    const post = await loadPublicPostView(pool, postId);
    if (!post) return;
    const hidden = await listBlockedEitherWay(pool, post.userId);
    const { shared: _shared, ...view } = post;
    publish(
      { to: [rooms.post(postId), rooms.user(post.userId)], except: hidden.map(rooms.user) },
      'post-updated',
      view,
    );
  }
  async function pushCounters(postId: string): Promise<void> {
    for (const { userId, hidden, counters } of await loadPostCounters(pool, [postId])) {
      publish(
        { to: [rooms.post(postId), rooms.user(userId)], except: hidden.map(rooms.user) },
        'post-updated',
        counters,
      );
    }
  }
  return async () => {
    await Promise.all([edits.flush(), counts.flush()]);
  };
}

/** Intents that only the author of a post may send. */
export function postOwnership(pool: Pool): OwnershipRules {
  const isAuthor = async (id: string, userId: string): Promise<boolean> =>
    (await findReadableAuthor(pool, id, userId)) === userId;
  return { 'post-create': isAuthor, 'post-update': isAuthor };
}
