import { useState } from 'react';
import type { CommentView } from '#shared/api/comments.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/Button.tsx';
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
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
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
      <div className="mt-2 flex justify-end gap-2">
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
