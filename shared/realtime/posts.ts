import type { PublicPostView } from '../api/posts.ts';
import type { Push } from './contract.ts';

/** Pushes of posts. */
export interface PostPushes {
  'post-created': Push<PublicPostView>;
  'post-updated': Push<PublicPostView>;
  'post-deleted': Push<{ id: string; userId: string }>;
}

/** Intents of posts: a client reports its own write; the server only checks it. */
export type PostIntents = Record<'post-create' | 'post-update', { id: string }>;
