import { useCallback, useState } from 'react';
import { lazily } from '../../../lib/lazily.tsx';
import type { PostDialogKind } from '../components/PostCard.tsx';
import type { FeedPost } from '../feed.ts';
import type { Elements } from '../../../ui/elements.ts';

// Loaded when first opened, so that they are not part of the first load of Home.
const DIALOGS = {
  edit: lazily(async () => (await import('../components/PostEditor.tsx')).PostEditor),
  delete: lazily(async () => (await import('../components/DeletePostDialog.tsx')).DeletePostDialog),
  share: lazily(async () => (await import('../components/ShareDialog.tsx')).ShareDialog),
  history: lazily(async () => (await import('../components/HistoryDialog.tsx')).HistoryDialog),
  why: lazily(async () => (await import('../components/ReasonsDialog.tsx')).ReasonsDialog),
} as const;

/** Returns the open dialog of a post, null for none, and a function that opens one and keeps its identity. */
export function usePostDialogs(): { dialog: Elements; onDialog: (kind: PostDialogKind, post: FeedPost) => void } {
  const [open, setOpen] = useState<{ kind: PostDialogKind; post: FeedPost } | null>(null);
  const onDialog = useCallback((kind: PostDialogKind, post: FeedPost) => setOpen({ kind, post }), []);
  const Dialog = open && DIALOGS[open.kind];
  return { dialog: Dialog && <Dialog post={open.post} onClose={() => setOpen(null)} />, onDialog };
}
