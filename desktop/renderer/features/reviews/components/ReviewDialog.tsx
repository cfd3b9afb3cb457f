import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewView } from '#shared/api/reviews.ts';
import { REVIEW_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useFormDraft, versionOf } from '../../../lib/storage/use-form-draft.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { StarsField } from '../../../ui/Stars.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { UnsavedChanges } from '../../../ui/UnsavedChanges.tsx';
import { useVersionConflict } from '../../../ui/use-version-conflict.tsx';
import { useSetReply, useSetReview } from '../api/mutations.ts';
import { ownReviewQuery, refetchReview } from '../api/queries.ts';

/** No stars are chosen yet. */
const NO_RATING = 0;

const REVIEW_PARTS = { rating: 'Stars', text: 'Review' };

function draftOf(review: ReviewView | null) {
  return { rating: review?.rating ?? NO_RATING, text: review?.text ?? '' };
}

/** A text that is not written yet has an empty version. */
function versionOfReview(review: ReviewView | null): string {
  return review ? versionOf(review) : '';
}

function versionOfReply({ reply }: ReviewView): string {
  return reply?.createdAt ?? '';
}

interface ReviewDialogProps {
  courseId: string;
  /** The review to change; null writes the first one. */
  review: ReviewView | null;
  onClose: () => void;
}

/** The form of the user's own review; what they enter is stored on this device until it is sent. */
export function ReviewDialog({ courseId, review, onClose }: ReviewDialogProps) {
  const client = useQueryClient();
  const form = useFormDraft(`review:${courseId}`, draftOf(review), versionOfReview(review));
  const { values, isRestored, change, discard } = form;
  const { rating, text } = values;
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, error } = useSetReview(courseId);
  const submit = (version = form.version): void => {
    setIsMissing(rating === NO_RATING);
    if (rating === NO_RATING) return;
    const onSuccess = (): void => {
      discard();
      onClose();
    };
    const onError = (refused: Error): void => void conflict.catchStale(refused);
    mutate({ rating, text: text.trim(), version }, { onSuccess, onError });
  };
  const conflict = useVersionConflict({
    form,
    what: 'Your review',
    parts: REVIEW_PARTS,
    isSaving: isPending,
    load: async () => {
      const newer = (await client.fetchQuery({ ...ownReviewQuery(courseId, null), staleTime: 0 })).review;
      return { values: draftOf(newer), version: versionOfReview(newer) };
    },
    save: submit,
    onClose,
  });
  if (conflict.dialog) return conflict.dialog;
  return (
    <FormDialog
      title={review === null ? 'Write a review' : 'Edit your review'}
      description="Everyone who sees the item reads it with your name."
      submitLabel={review === null ? 'Publish' : 'Save'}
      isSubmitting={isPending}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      {isRestored && <UnsavedChanges onDiscard={discard} />}
      <StarsField
        label="Rating"
        value={rating === NO_RATING ? undefined : rating}
        onChange={(stars) => change({ rating: stars })}
        error={isMissing && rating === NO_RATING ? 'Choose 1 to 5 stars' : undefined}
      />
      <TextareaField
        label="Review"
        isOptional
        dir="auto"
        rows={5}
        maxLength={REVIEW_LIMITS.textMaxChars}
        value={text}
        onChange={(next) => change({ text: next })}
        error={error === null ? undefined : describeFailure(error).message}
      />
    </FormDialog>
  );
}

interface ReplyDialogProps {
  review: ReviewView;
  onClose: () => void;
}

/** The form of the reply to a review of an own item; what they enter is stored on this device until it is sent. */
export function ReplyDialog({ review, onClose }: ReplyDialogProps) {
  const client = useQueryClient();
  const form = useFormDraft(`review-reply:${review.id}`, { text: review.reply?.text ?? '' }, versionOfReply(review));
  const { values, isRestored, change, discard } = form;
  const { text } = values;
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useSetReply(review.courseId, review.id);
  const submit = (version = form.version): void => {
    const isEmpty = text.trim() === '';
    setProblem(isEmpty ? 'Write something first' : undefined);
    const onSuccess = (): void => {
      discard();
      onClose();
    };
    const onError = (refused: Error): void => void conflict.catchStale(refused);
    if (!isEmpty) mutate({ text: text.trim(), version }, { onSuccess, onError });
  };
  const conflict = useVersionConflict({
    form,
    what: 'Your reply',
    parts: { text: 'Reply' },
    isSaving: isPending,
    load: async () => {
      const newer = await refetchReview(client, review);
      return { values: { text: newer.reply?.text ?? '' }, version: versionOfReply(newer) };
    },
    save: submit,
    onClose,
  });
  if (conflict.dialog) return conflict.dialog;
  return (
    <FormDialog
      title={`Reply to ${review.author.fullName}`}
      description="Everyone who sees the review reads your reply."
      submitLabel="Reply"
      isSubmitting={isPending}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      {isRestored && <UnsavedChanges onDiscard={discard} />}
      <TextareaField
        label="Reply"
        dir="auto"
        rows={5}
        maxLength={REVIEW_LIMITS.textMaxChars}
        value={text}
        onChange={(next) => change({ text: next })}
        error={problem ?? (error === null ? undefined : describeFailure(error).message)}
      />
    </FormDialog>
  );
}
