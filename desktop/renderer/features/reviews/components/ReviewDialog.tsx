import { useState } from 'react';
import type { ReviewView } from '#shared/api/reviews.ts';
import { REVIEW_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { StarsField } from '../../../ui/Stars.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { useSetReply, useSetReview } from '../api/mutations.ts';

interface ReviewDialogProps {
  courseId: string;
  /** The review to change; null writes the first one. */
  review: ReviewView | null;
  onClose: () => void;
}

/** The form of the user's own review. */
export function ReviewDialog({ courseId, review, onClose }: ReviewDialogProps) {
  const [rating, setRating] = useState(review?.rating);
  const [text, setText] = useState(review?.text ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, error } = useSetReview(courseId);
  const submit = (): void => {
    setIsMissing(rating === undefined);
    if (rating !== undefined) mutate({ rating, text: text.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={review === null ? 'Write a review' : 'Edit your review'}
      description="Everyone who sees the item reads it with your name."
      submitLabel={review === null ? 'Publish' : 'Save'}
      isSubmitting={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <StarsField
        label="Rating"
        value={rating}
        onChange={setRating}
        error={isMissing && rating === undefined ? 'Choose 1 to 5 stars' : undefined}
      />
      <TextareaField
        label="Review"
        isOptional
        dir="auto"
        rows={5}
        maxLength={REVIEW_LIMITS.textMaxChars}
        value={text}
        onChange={setText}
        error={error === null ? undefined : describeFailure(error).message}
      />
    </FormDialog>
  );
}

interface ReplyDialogProps {
  review: ReviewView;
  onClose: () => void;
}

/** The form of the reply to a review of an own item. */
export function ReplyDialog({ review, onClose }: ReplyDialogProps) {
  const [text, setText] = useState(review.reply?.text ?? '');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useSetReply(review.courseId, review.id);
  const submit = (): void => {
    const isEmpty = text.trim() === '';
    setProblem(isEmpty ? 'Write something first' : undefined);
    if (!isEmpty) mutate(text.trim(), { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Reply to ${review.author.fullName}`}
      description="Everyone who sees the review reads your reply."
      submitLabel="Reply"
      isSubmitting={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextareaField
        label="Reply"
        dir="auto"
        rows={5}
        maxLength={REVIEW_LIMITS.textMaxChars}
        value={text}
        onChange={setText}
        error={problem ?? (error === null ? undefined : describeFailure(error).message)}
      />
    </FormDialog>
  );
}
