import { useState } from 'react';
import type { SharedPostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useFormDraft } from '../../../lib/storage/use-form-draft.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { MentionTextarea } from '../../users/components/MentionTextarea.tsx';
import { useSharePost } from '../api/mutations.ts';
import type { FeedPost } from '../feed.ts';
import type { PostDialogProps } from './DeletePostDialog.tsx';
import { SharedPost } from './SharedPost.tsx';

/** Returns the post that a share shows; a share of a share shows the original. */
function originalOf(post: FeedPost): SharedPostView {
  if (post.shared !== null) return post.shared;
  const { id, content, imageUrl, imageAlt, createdAt, mentions, author } = post;
  return { id, content, imageUrl, imageAlt, createdAt, mentions, author };
}

/** Shares a post, with an optional comment, which is stored on this device until it is sent or cancelled. */
export function ShareDialog({ post, onClose }: PostDialogProps) {
  const {
    values: { comment },
    change,
    discard,
  } = useFormDraft(`share:${post.id}`, { comment: '' });
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error: failure } = useSharePost();
  const error = problem ?? (failure ? describeFailure(failure).message : undefined);
  const discardAndClose = (): void => {
    discard();
    onClose();
  };
  const share = (): void => {
    const max = POST_LIMITS.contentMaxChars;
    const found = comment.length > max ? `A comment has at most ${String(max)} characters` : undefined;
    setProblem(found);
    if (found !== undefined) return;
    mutate(
      { id: post.id, comment: comment.trim() },
      {
        onSuccess: () => {
          toast({ title: 'Post shared' });
          discardAndClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="Share this post"
      description="Everyone on Lyceum can see it."
      submitLabel="Share"
      isSubmitting={isPending}
      onSubmit={share}
      onCancel={discardAndClose}
      onClose={onClose}
      below={<SharedPost post={originalOf(post)} />}
    >
      <Field
        label="Comment"
        isOptional
        error={error}
        hint={<Remaining text={comment} maxChars={POST_LIMITS.contentMaxChars} />}
      >
        {(control) => (
          <MentionTextarea
            {...control}
            postId={post.id}
            dir="auto"
            rows={3}
            className="min-h-20 w-full"
            value={comment}
            onText={(text) => change({ comment: text })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
