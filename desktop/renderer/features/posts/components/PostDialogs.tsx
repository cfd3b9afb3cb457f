import { lazy, Suspense } from 'react';
import type { FeedPost } from '../feed.ts';
import type { PostDialogKind } from './PostCard.tsx';

/** An open dialog and its post. */
export interface OpenDialog {
  kind: PostDialogKind;
  post: FeedPost;
}

// Loaded when first opened, so that they are not part of the first load of Home.
const WINDOWS = {
  edit: lazy(async () => ({ default: (await import('./PostEditor.tsx')).PostEditor })),
  delete: lazy(async () => ({ default: (await import('./DeletePostDialog.tsx')).DeletePostDialog })),
  share: lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog })),
  history: lazy(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog })),
  why: lazy(async () => ({ default: (await import('./ReasonsDialog.tsx')).ReasonsDialog })),
} as const;

/** The open dialog of a post; renders nothing when none is open. */
export function PostDialogs({ open, onClose }: { open: OpenDialog | null; onClose: () => void }) {
  if (open === null) return null;
  const Window = WINDOWS[open.kind];
  return (
    <Suspense fallback={null}>
      <Window post={open.post} onClose={onClose} />
    </Suspense>
  );
}
