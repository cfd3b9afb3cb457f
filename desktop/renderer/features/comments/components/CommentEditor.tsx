import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommentView } from '#shared/api/comments.ts';
import { COMMENT_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { isSubmitKey } from '../../../ui/Textarea.tsx';
import { useFormDraft, versionOf } from '../../../lib/storage/use-form-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { UnsavedChanges } from '../../../ui/UnsavedChanges.tsx';
import { useVersionConflict } from '../../../ui/use-version-conflict.tsx';
import { MentionTextarea } from '../../users/components/MentionTextarea.tsx';
import { useEditComment } from '../api/mutations.ts';
import { refetchComment } from '../api/refetch-comment.ts';
import { commentProblem } from '../comment-problem.ts';
import { isComposing } from '../../../lib/page/composing.ts';

const PARTS = { text: 'Comment' };

/**
 * Edits the user's comment inline; Ctrl+Enter saves, Escape closes. Unsaved text is stored on this device until it is
 * saved or cancelled.
 */
export function CommentEditor({ comment, onClose }: { comment: CommentView; onClose: () => void }) {
  const client = useQueryClient();
  const form = useFormDraft(`comment-edit:${comment.id}`, { text: comment.content }, versionOf(comment));
  const { values, isRestored, change, discard } = form;
  const { text } = values;
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error: failure } = useEditComment();
  const error = problem ?? (failure && `${describeFailure(failure).message} Your text is not lost.`);
  const close = (): void => {
    discard();
    onClose();
  };
  const save = (version: string): void => {
    if (isPending) return;
    const found = commentProblem(text);
    setProblem(found);
    if (found !== undefined) return;
    mutate(
      { id: comment.id, version, content: text.trim() },
      { onSuccess: close, onError: (refused) => void conflict.catchStale(refused) },
    );
  };
  const conflict = useVersionConflict({
    form,
    what: 'Your comment',
    parts: PARTS,
    isSaving: isPending,
    load: async () => {
      const newer = await refetchComment(client, comment);
      return { values: { text: newer.content }, version: versionOf(newer) };
    },
    save,
    onClose,
  });
  if (conflict.dialog) return conflict.dialog;
  return (
    <form
      noValidate
      className="mt-1"
      onSubmit={(event) => {
        event.preventDefault();
        save(form.version);
      }}
      onKeyDown={(event) => {
        // Escape during input method composition only ends the composition.
        if (event.key === 'Escape' && !isComposing(event)) onClose();
        if (isSubmitKey(event)) save(form.version);
      }}
    >
      {isRestored && <UnsavedChanges onDiscard={discard} />}
      <MentionTextarea
        postId={comment.postId}
        autoFocus
        dir="auto"
        aria-label="Edit comment"
        aria-invalid={!error ? undefined : true}
        value={text}
        onText={(next) => change({ text: next })}
      />
      {Boolean(error) && (
        <p role="alert" className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
      <div className="mt-2 flex items-center justify-end gap-2">
        <Remaining text={text} maxChars={COMMENT_LIMITS.contentMaxChars} />
        <Button size="sm" variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button size="sm" type="submit" isLoading={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
