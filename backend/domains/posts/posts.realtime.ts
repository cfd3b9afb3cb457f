import type { Pool } from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { createCoalescer } from '../../realtime/coalesce.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import { BURST_MS, spreadOver, type PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { createThrottle } from '../../realtime/throttle.ts';
import { listBlockedEitherWay, listConnectedIds } from '../visibility/visibility.access.ts';
import { listReaders, type StoredAudience } from '../audiences/audience.access.ts';
import { loadUserCard } from '../users/user.view.ts';
import { findReadableAuthor, loadPostAudience } from './post.access.ts';
import { loadPostCounters, loadPublicPostView } from './post.view.ts';

/**
 * Pushes posts to the members who have them on screen, and new ones to the author's connections, but not across a block
 * with the author. A changed post is delayed by {@link BURST_MS} and contains the newest state; its counters are pushed
 * alone. A post with an audience is pushed to the members who can see it now, and to no room that others could have
 * joined before. The returned function sends the pending pushes now.
 */
export function publishPosts({ events, publish, pool, log }: PublishContext): () => Promise<void> {
  const edits = createCoalescer(BURST_MS);
  const counts = createThrottle(SOCKET_LIMITS.countersEveryMs);
  const warn = (error: unknown): void => log.warn({ err: error }, 'a changed post could not be published');

  events.on('post-created', async ({ postId: id, userId }) => {
    const audience = await loadPostAudience(pool, id);
    if (!audience) return;
    const [author, hidden, connected, readers] = await Promise.all([
      loadUserCard(pool, userId),
      listBlockedEitherWay(pool, userId),
      listConnectedIds(pool, userId),
      listReaders(pool, audience),
    ]);
    const isReader = new Set(readers);
    const connections = connected.filter((each) => readers === null || isReader.has(each)).map(rooms.user);
    const except = [...hidden.map(rooms.user), ...(readers === null ? [rooms.creators] : [])];
    // The members of a group fetch its list again.
    const group = audience.audienceId !== null && { isGroup: true as const, ...spreadOver(readers?.length ?? 0) };
    const push = { id, userId, ...group };
    if (author) {
      const marks = { isConnection: true as const, authorName: author.fullName };
      publish({ to: connections, except }, 'post-created', { ...push, ...marks });
    }
    const others = readers?.map(rooms.user) ?? [rooms.feed, rooms.user(userId)];
    publish({ to: others, except: [...except, ...connections] }, 'post-created', push);
  });
  events.on('post-updated', ({ postId }) => edits.schedule(postId, () => pushEdit(postId).catch(warn)));
  events.on('post-counted', ({ postId }) => counts.run(postId, () => pushCounters(postId).catch(warn)));
  events.on('post-deleted', async ({ postId, userId, audience = 'everyone', audienceId = null }) => {
    const hidden = await listBlockedEitherWay(pool, userId);
    const to = await listReceivers(postId, { audience, audienceId, userId }, [rooms.feed]);
    publish({ to, except: hidden.map(rooms.user) }, 'post-deleted', { id: postId, userId });
  });

  /** Returns the rooms that receive a change of a post, with `more` if everyone can see it. */
  async function listReceivers(
    postId: string,
    audience: StoredAudience,
    more: readonly string[] = [],
  ): Promise<readonly string[]> {
    const readers = await listReaders(pool, audience);
    return readers?.map(rooms.user) ?? [rooms.post(postId), rooms.user(audience.userId), ...more];
  }

  async function pushEdit(postId: string): Promise<void> {
    const post = await loadPublicPostView(pool, postId);
    if (!post) return;
    const hidden = await listBlockedEitherWay(pool, post.userId);
    const { shared: _shared, ...view } = post;
    const { userId, audience } = post;
    const to = await listReceivers(postId, { userId, audience: audience.type, audienceId: audience.id });
    publish({ to, except: hidden.map(rooms.user) }, 'post-updated', view);
  }
  async function pushCounters(postId: string): Promise<void> {
    for (const { hidden, counters, ...audience } of await loadPostCounters(pool, [postId])) {
      const to = await listReceivers(postId, audience);
      publish({ to, except: hidden.map(rooms.user) }, 'post-updated', counters);
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
