import type { Pool } from 'pg';
import { createCoalescer } from '../../realtime/coalesce.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import { type Audience, BURST_MS, type PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';
import { findReadableAuthor } from './post.access.ts';
import { loadPublicPostView } from './post.view.ts';

/**
 * Pushes posts to the members who may see them. Likes and counters change in bursts, so post-updated is delayed by
 * {@link BURST_MS} per post and contains the newest state. The returned function cancels pending pushes.
 */
export function publishPosts(context: PublishContext): () => void {
  const { events, publish, pool, log } = context;
  const bursts = createCoalescer(BURST_MS);

  events.on('post-created', ({ postId }) => pushPost('post-created', postId, context));
  events.on('post-updated', ({ postId }) =>
    bursts.schedule(postId, () => {
      pushPost('post-updated', postId, context).catch((error: unknown) =>
        log.warn({ err: error }, 'a changed post could not be published'),
      );
    }),
  );
  events.on('post-deleted', async ({ postId, userId }) => {
    const hidden = await listBlockedEitherWay(pool, userId);
    publish(membersBut(hidden), 'post-deleted', { id: postId, userId });
  });
  return bursts.cancel;
}

async function pushPost(
  name: 'post-created' | 'post-updated',
  postId: string,
  { publish, pool }: Pick<PublishContext, 'publish' | 'pool'>,
): Promise<void> {
  const post = await loadPublicPostView(pool, postId);
  if (!post) return;
  const hidden = await listBlockedEitherWay(pool, post.userId);
  const strangers = post.shared ? await listBlockedEitherWay(pool, post.shared.author.id) : [];
  publish(membersBut([...hidden, ...strangers]), name, post);

  // Users who may see the share but not the original get it as the feed shows it: without the original.
  const partly = strangers.filter((id) => !hidden.includes(id));
  publish({ to: partly.map(rooms.user), except: [rooms.creators] }, name, { ...post, shared: null });
}

function membersBut(userIds: readonly string[]): Audience {
  return { to: [rooms.members], except: userIds.map(rooms.user) };
}

/** Intents that only the author of a post may send. */
export function postOwnership(pool: Pool): OwnershipRules {
  const isAuthor = async (id: string, userId: string): Promise<boolean> =>
    (await findReadableAuthor(pool, id, userId)) === userId;
  return { 'post-create': isAuthor, 'post-update': isAuthor };
}
