import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { PostWrites } from '../api/mutations.ts';
import type { FeedPost } from '../feed.ts';

/** Props of the windows over one post. */
export interface PostDialogProps {
  post: FeedPost;
  writes: PostWrites;
  onClose: () => void;
}

/** Asks before an own post goes. */
export function DeletePostDialog({ post, writes, onClose }: PostDialogProps) {
  return (
    <ConfirmDialog
      title="Delete this post?"
      description="Its comments and likes go with it. This cannot be undone."
      confirmLabel="Delete"
      onConfirm={() => writes.remove(post.id)}
      onClose={onClose}
    />
  );
}
