import { useEffect, useRef, useState } from 'react';
import type { Attached, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useImageUpload } from '../../../lib/http/image-upload.ts';
import { SyncedDraft } from '../../../lib/storage/synced-draft.ts';
import { useCreatePost } from '../api/mutations.ts';

const DRAFT_PLACE = 'post';

/** The state of the post being written. Its text is a draft that is synced with the user's other devices. */
export function useComposer({
  userId,
  attached,
  onPosted,
}: {
  userId: string;
  attached: Attached | null;
  onPosted: (post: PostView) => void;
}) {
  const { mutateAsync: create } = useCreatePost();
  const upload = useImageUpload('post-image');
  const { draft, text, setDraftText } = useDraftText(userId);
  const [isQuestion, setIsQuestion] = useState(false);
  const [alt, setAlt] = useState('');
  const [error, setError] = useState<string>();
  const [isPosting, setIsPosting] = useState(false);
  // One idempotency key per content: a retry after a lost response creates no second post.
  const attempt = useRef({ content: '', key: '' });

  const setText = (next: string): void => {
    setDraftText(next);
    setError(undefined);
  };
  const reset = (): void => {
    setText('');
    draft.flush();
    setIsQuestion(false);
    setAlt('');
    upload.remove();
  };
  const submit = async (): Promise<void> => {
    if (isPosting) return;
    const content = text.trim();
    const problem = problemOf(content, upload.image !== null ? 'image' : (attached?.type ?? null));
    setError(problem);
    if (problem !== undefined) return;
    setIsPosting(true);
    try {
      const file = await upload.finish();
      const input = {
        content,
        ...(isQuestion && { isQuestion }),
        ...(attached && { attach: attached }),
        ...(file && { fileId: file.fileId, ...(alt.trim() !== '' && { imageAlt: alt.trim() }) }),
      };
      const identity = JSON.stringify(input);
      if (attempt.current.content !== identity) attempt.current = { content: identity, key: crypto.randomUUID() };
      const post = await create({ key: attempt.current.key, body: input });
      reset();
      onPosted(post);
    } catch (failed) {
      setError(`${describeFailure(failed).message} Your post was not published. Your text is not lost.`);
    } finally {
      setIsPosting(false);
    }
  };
  return { text, setText, alt, setAlt, isQuestion, setIsQuestion, error, isPosting, submit, upload };
}

/** The text of the post being written, a draft that is synced with the user's other devices. */
function useDraftText(userId: string) {
  const [draft] = useState(() => new SyncedDraft(userId, DRAFT_PLACE));
  const [text, setText] = useState(() => draft.text);
  const hasTyped = useRef(false);
  useEffect(() => {
    void draft.fetch().then((newer) => {
      if (newer !== undefined && !hasTyped.current) setText(newer);
    });
    return () => draft.flush();
  }, [draft]);
  const setDraftText = (next: string): void => {
    hasTyped.current = true;
    setText(next);
    draft.set(next);
  };
  return { draft, text, setDraftText };
}

function problemOf(content: string, attachment: 'image' | 'event' | null): string | undefined {
  if (content === '')
    return attachment === null ? 'Write something first' : `Write a few words about the ${attachment}`;
  const max = POST_LIMITS.contentMaxChars;
  return content.length > max ? `A post has at most ${max.toLocaleString()} characters` : undefined;
}
