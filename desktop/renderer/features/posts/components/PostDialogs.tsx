import type { PostWrites } from '../api/mutations.ts';
import type { FeedPost } from '../feed.ts';
import { DeletePostDialog } from './DeletePostDialog.tsx';
import type { PostWindow } from './PostCard.tsx';
import { PostEditor } from './PostEditor.tsx';
import { ShareDialog } from './ShareDialog.tsx';

/** A window that is open, and over which post. */
export interface OpenWindow {
  kind: PostWindow;
  post: FeedPost;
}

const WINDOWS = { edit: PostEditor, delete: DeletePostDialog, share: ShareDialog } as const;

/** The one window over a post that is open, if any. */
export function PostDialogs({ open, writes, onClose }: { open: OpenWindow | null; writes: PostWrites; onClose: () => void }) {
  if (open === null) return null;
  const Window = WINDOWS[open.kind];
  return <Window post={open.post} writes={writes} onClose={onClose} />;
}
