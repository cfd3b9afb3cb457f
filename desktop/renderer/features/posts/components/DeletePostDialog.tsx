import { useState } from 'react';
import { describeFailure } from '../../../lib/failure.ts';
import { AlertDialog } from '../../../ui/AlertDialog.tsx';
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
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async (): Promise<void> => {
    setIsRunning(true);
    setError(undefined);
    try {
      await writes.remove(post.id);
      onClose();
    } catch (failed) {
      setError(describeFailure(failed).message);
      setIsRunning(false);
    }
  };
  return (
    <AlertDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete this post?"
      description={error ?? 'Its comments and likes go with it. This cannot be undone.'}
      confirmLabel={error === undefined ? 'Delete' : 'Try again'}
      isDanger
      isLoading={isRunning}
      onConfirm={() => void remove()}
    />
  );
}
