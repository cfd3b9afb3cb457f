import type { PublicPostView } from '#shared/api/posts.ts';
import { postIntentSchema } from '#shared/realtime/posts.schema.ts';
import type { Facts } from '../../facts.ts';
import { createCoalescer } from '../../realtime/coalesce.ts';
import { defineIntent, type IntentDefinitions } from '../../realtime/intents.ts';
import { type Audience, BURST_MS, type Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing posts needs. */
export interface PostAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when the post is gone or its author deactivated. */
  loadPublicPostView: (postId: string) => Promise<PublicPostView | null>;
  listBlockedEitherWay: (userId: string) => Promise<string[]>;
  onError: (error: unknown) => void;
}

/**
 * Pushes posts to the members who may see them (decision 31). Likes and counters come in bursts, so post-updated waits
 * 250 ms per post and then carries the newest state. The answer ends what still waits.
 */
export function announcePosts(needs: PostAnnouncements): () => void {
  const { facts, publish, onError } = needs;
  const bursts = createCoalescer(BURST_MS);

  facts.on('post-created', ({ postId }) => pushPost('post-created', postId, needs));
  facts.on('post-updated', ({ postId }) =>
    bursts.schedule(postId, () => {
      pushPost('post-updated', postId, needs).catch(onError);
    }),
  );
  facts.on('post-deleted', async ({ postId, userId }) => {
    const hidden = await needs.listBlockedEitherWay(userId);
    publish(membersBut(hidden), 'post-deleted', { id: postId, userId });
  });
  return bursts.cancel;
}

async function pushPost(
  name: 'post-created' | 'post-updated',
  postId: string,
  needs: PostAnnouncements,
): Promise<void> {
  const post = await needs.loadPublicPostView(postId);
  if (!post) return;
  const hidden = await needs.listBlockedEitherWay(post.userId);
  const strangers = post.shared ? await needs.listBlockedEitherWay(post.shared.author.id) : [];
  needs.publish(membersBut([...hidden, ...strangers]), name, post);

  // Who may see the share but not the original gets it as the feed shows it: without the original.
  const partly = strangers.filter((id) => !hidden.includes(id));
  needs.publish({ to: partly.map(rooms.user), except: [rooms.creators] }, name, { ...post, shared: null });
}

function membersBut(userIds: readonly string[]): Audience {
  return { to: [rooms.members], except: userIds.map(rooms.user) };
}

/**
 * Makes post-create and post-update: the author is told ok and nothing more happens, since the write has announced
 * itself; everyone else is told NOT_FOUND, whether or not the post exists (decision 30).
 */
export function postIntents(isAuthor: (postId: string, userId: string) => Promise<boolean>): IntentDefinitions {
  const check = defineIntent(postIntentSchema, async ({ id }, { identity }) =>
    (await isAuthor(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
  );
  return { 'post-create': check, 'post-update': check };
}
