import { useId, useState } from 'react';
import type { SharedPostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { isSubmitKey } from '../../../lib/submit-key.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import type { FeedPost } from '../feed.ts';
import type { PostDialogProps } from './DeletePostDialog.tsx';
import { SharedPost } from './SharedPost.tsx';

/** What a share of this post shows: a share of a share shows the first one. */
function originalOf(post: FeedPost): SharedPostView {
  if (post.shared !== null) return post.shared;
  const { id, content, imageUrl, imageAlt, createdAt, author } = post;
  return { id, content, imageUrl, imageAlt, createdAt, author };
}

/** Puts a post before one's own readers, with or without own words. */
export function ShareDialog({ post, writes, onClose }: PostDialogProps) {
  const [comment, setComment] = useState('');
  const [error, setError] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  // One key per text: sent again after a lost answer it makes no second post, changed words make a new one.
  const [attempt, setAttempt] = useState(() => ({ comment: '', key: crypto.randomUUID() }));
  const formId = useId();
  const share = async (): Promise<void> => {
    if (isRunning) return;
    if (comment.length > POST_LIMITS.contentMaxChars) {
      setError(`A comment has at most ${String(POST_LIMITS.contentMaxChars)} characters`);
      return;
    }
    const key = attempt.comment === comment ? attempt.key : crypto.randomUUID();
    setAttempt({ comment, key });
    setError(undefined);
    setIsRunning(true);
    try {
      await writes.share(post.id, comment.trim(), key);
      toast({ title: 'Post shared' });
      onClose();
    } catch (failed) {
      setError(describeFailure(failed).message);
      setIsRunning(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Share this post"
      description="Everyone on Lyceum can see it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isLoading={isRunning}>
            Share
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onKeyDown={(event) => isSubmitKey(event) && void share()}
        onSubmit={(event) => {
          event.preventDefault();
          void share();
        }}
      >
        <Field
          label="Your words"
          isOptional
          error={error}
          hint={<Remaining text={comment} maxChars={POST_LIMITS.contentMaxChars} />}
        >
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              rows={3}
              className="min-h-20"
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
      </form>
      <SharedPost post={originalOf(post)} />
    </Dialog>
  );
}
