import { lazy, Suspense } from 'react';
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

// These load with the first look at them, outside Home's first load.
const HistoryDialog = lazy(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog }));
const ReasonsDialog = lazy(async () => ({ default: (await import('./ReasonsDialog.tsx')).ReasonsDialog }));

const WINDOWS = { edit: PostEditor, delete: DeletePostDialog, share: ShareDialog, history: HistoryDialog, why: ReasonsDialog } as const;

/** The one window over a post that is open, if any. */
export function PostDialogs({ open, writes, onClose }: { open: OpenWindow | null; writes: PostWrites; onClose: () => void }) {
  if (open === null) return null;
  const Window = WINDOWS[open.kind];
  return (
    <Suspense fallback={null}>
      <Window post={open.post} writes={writes} onClose={onClose} />
    </Suspense>
  );
}
