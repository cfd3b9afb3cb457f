import type { PostCounters, PublicPostView } from '../api/posts.ts';
import type { Counted, Push, Spread } from './contract.ts';

/**
 * Pushes of posts, to the room post-{postId} and the author's devices; post-created and -deleted to `feed` too. Those
 * of a post with an audience go to its members instead.
 */
export interface PostPushes {
  /**
   * `isConnection` is set for the connections of the author, which receive it on every page with the author's name, and
   * `isGroup` for a post to an institution or a class.
   */
  'post-created': Push<
    Spread<{ id: string; userId: string; isGroup?: true } & ({ isConnection?: never } | FromConnection)>
  >;
  /** After an edit the view, without the original of a share, which has a room of its own; otherwise counters. */
  'post-updated': Push<Counted<PostChange>>;
  'post-deleted': Push<{ id: string; userId: string }>;
}

/** What a connection of the author receives besides; `authorName` is the author's full name. */
interface FromConnection {
  isConnection: true;
  authorName: string;
}

/** A changed post: what it shows, or only its counters. */
export type PostChange = Omit<PublicPostView, 'shared'> | PostCounters;

/** Intents of posts: a client reports its own write; the server only checks it. */
export type PostIntents = Record<'post-create' | 'post-update', { id: string }>;
