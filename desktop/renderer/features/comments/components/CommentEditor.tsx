import { useState } from 'react';
import type { CommentView } from '#shared/api/comments.ts';
import { COMMENT_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { isSubmitKey } from '../../../lib/submit-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import type { CommentWrites } from '../api/mutations.ts';
import { commentProblem } from '../comment-problem.ts';

/** Props of {@link CommentEditor}. */
export interface CommentEditorProps {
  comment: CommentView;
  writes: CommentWrites;
  onClose: () => void;
}

/** Changes an own comment in its place; Ctrl+Enter saves, Escape leaves it as it was. */
export function CommentEditor({ comment, writes, onClose }: CommentEditorProps) {
  const [text, setText] = useState(comment.content);
  const [error, setError] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const save = async (): Promise<void> => {
    if (isRunning) return;
    const problem = commentProblem(text);
    setError(problem);
    if (problem !== undefined) return;
    setIsRunning(true);
    try {
      await writes.edit(comment, text.trim());
      onClose();
    } catch (failed) {
      setError(`${describeFailure(failed).message} Your text is kept.`);
      setIsRunning(false);
    }
  };
  return (
    <form
      noValidate
      className="mt-1"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        // Escape inside an input method ends its own window only.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
        if (isSubmitKey(event)) void save();
      }}
    >
      <Textarea
        autoFocus
        dir="auto"
        aria-label="Edit comment"
        aria-invalid={error === undefined ? undefined : true}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error !== undefined && (
        <p role="alert" className="mt-1 text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
      <div className="mt-2 flex items-center justify-end gap-2">
        <Remaining text={text} maxChars={COMMENT_LIMITS.contentMaxChars} />
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" isLoading={isRunning}>
          Save
        </Button>
      </div>
    </form>
  );
}
