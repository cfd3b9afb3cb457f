import { lazy, Suspense } from 'react';
import type { PostWrites } from '../api/mutations.ts';
import type { FeedPost } from '../feed.ts';
import type { PostWindow } from './PostCard.tsx';

/** A window that is open, and over which post. */
export interface OpenWindow {
  kind: PostWindow;
  post: FeedPost;
}

// Each loads with the first look at it, outside Home's first load.
const WINDOWS = {
  edit: lazy(async () => ({ default: (await import('./PostEditor.tsx')).PostEditor })),
  delete: lazy(async () => ({ default: (await import('./DeletePostDialog.tsx')).DeletePostDialog })),
  share: lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog })),
  history: lazy(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog })),
  why: lazy(async () => ({ default: (await import('./ReasonsDialog.tsx')).ReasonsDialog })),
} as const;

/** The one window over a post that is open, if any. */
export function PostDialogs({
  open,
  writes,
  onClose,
}: {
  open: OpenWindow | null;
  writes: PostWrites;
  onClose: () => void;
}) {
  if (open === null) return null;
  const Window = WINDOWS[open.kind];
  return (
    <Suspense fallback={null}>
      <Window post={open.post} writes={writes} onClose={onClose} />
    </Suspense>
  );
}
