import { useState } from 'react';
import { COMMENT_LIMITS } from '#shared/limits.ts';
import { loadDraft, saveDraft } from '../../../lib/storage/drafts.ts';
import { isSubmitKey } from '../../../ui/Textarea.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { MentionTextarea } from '../../users/components/MentionTextarea.tsx';
import { commentProblem } from '../comment-problem.ts';

interface CommentComposerProps {
  postId: string;
  author: { id: string; fullName: string; profileImage: string | null };
  onSend: (content: string) => void;
}

/** The form that writes a comment; its draft is stored on this device. */
export function CommentComposer({ postId, author, onSend }: CommentComposerProps) {
  const draftKey = `comment:${postId}`;
  const [text, setText] = useState(() => loadDraft(author.id, draftKey));
  const [error, setError] = useState<string>();
  const change = (next: string): void => {
    setText(next);
    setError(undefined);
    saveDraft(author.id, draftKey, next);
  };
  const submit = (): void => {
    const problem = commentProblem(text);
    setError(problem);
    if (problem !== undefined) return;
    onSend(text.trim());
    change('');
  };
  return (
    <form
      noValidate
      className="flex items-start gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => isSubmitKey(event) && submit()}
    >
      <Avatar id={author.id} name={author.fullName} src={author.profileImage} size="sm" />
      <div className="min-w-0 flex-1">
        <MentionTextarea
          postId={postId}
          rows={1}
          dir="auto"
          aria-label="Write a comment"
          placeholder="Write a comment"
          aria-invalid={error === undefined ? undefined : true}
          value={text}
          onText={change}
          className="block min-h-9 py-1.5! [unicode-bidi:plaintext]"
        />
        {error !== undefined && (
          <p role="alert" className="mt-1 text-small text-danger">
            {error}
          </p>
        )}
        {text !== '' && (
          <div className="mt-2 flex items-center justify-end gap-3">
            <Remaining text={text} maxChars={COMMENT_LIMITS.contentMaxChars} />
            <Button size="sm" type="submit" variant="primary">
              Comment
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
