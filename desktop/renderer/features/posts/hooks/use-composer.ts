import { useEffect, useRef, useState } from 'react';
import type { Attached, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useImageUpload } from '../../../lib/image-upload.ts';
import { SyncedDraft } from '../../../lib/synced-draft.ts';
import { usePostWrites } from '../api/mutations.ts';

const DRAFT_PLACE = 'post';

/**
 * A post being written: text, which follows to the member's other devices, image and what stands between it and its
 * readers.
 */
export function useComposer({
  userId,
  attached,
  onPosted,
}: {
  userId: string;
  attached: Attached | null;
  onPosted: (post: PostView) => void;
}) {
  const writes = usePostWrites();
  const upload = useImageUpload('post-image');
  const [draft] = useState(() => new SyncedDraft(userId, DRAFT_PLACE));
  const [text, setTextState] = useState(() => draft.text);
  const [isQuestion, setIsQuestion] = useState(false);
  const [alt, setAlt] = useState('');
  const [error, setError] = useState<string>();
  const [isPosting, setIsPosting] = useState(false);
  // One key per content: sent again after a lost answer it makes no second post.
  const attempt = useRef({ content: '', key: '' });

  const hasTyped = useRef(false);
  useEffect(() => {
    void draft.fetch().then((newer) => {
      if (newer !== undefined && !hasTyped.current) setTextState(newer);
    });
    return () => draft.flush();
  }, [draft]);

  const setText = (next: string): void => {
    hasTyped.current = true;
    setTextState(next);
    setError(undefined);
    draft.set(next);
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
        ...(file && { fileId: file.fileId }),
        ...(file && alt.trim() !== '' && { imageAlt: alt.trim() }),
      };
      const identity = JSON.stringify(input);
      if (attempt.current.content !== identity) attempt.current = { content: identity, key: crypto.randomUUID() };
      const post = await writes.create(input, attempt.current.key);
      reset();
      onPosted(post);
    } catch (failed) {
      setError(`${describeFailure(failed).message} Nothing is lost: your text is kept.`);
    } finally {
      setIsPosting(false);
    }
  };
  return { text, setText, alt, setAlt, isQuestion, setIsQuestion, error, isPosting, submit, upload };
}

function problemOf(content: string, company: 'image' | 'event' | null): string | undefined {
  if (content === '') return company === null ? 'Write something first' : `Write a few words to go with the ${company}`;
  const max = POST_LIMITS.contentMaxChars;
  return content.length > max ? `A post has at most ${max.toLocaleString()} characters` : undefined;
}
