import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useRemovePost } from '../api/mutations.ts';
import type { FeedPost } from '../feed.ts';

/** Props of the dialogs about one post. */
export interface PostDialogProps {
  post: FeedPost;
  onClose: () => void;
}

/** Asks for confirmation before the user's post is deleted. */
export function DeletePostDialog({ post, onClose }: PostDialogProps) {
  const { mutateAsync: remove } = useRemovePost();
  return (
    <ConfirmDialog
      title="Delete this post?"
      description="Its comments and likes are deleted too. This can't be undone."
      confirmLabel="Delete"
      onConfirm={() => remove(post.id)}
      onClose={onClose}
    />
  );
}
