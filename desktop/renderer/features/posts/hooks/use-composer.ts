import { useState } from 'react';
import type { AudienceView } from '#shared/api/audiences.ts';
import type { Attached, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useImageUpload } from '../../../lib/http/image-upload.ts';
import { useSyncedDraft } from '../../../lib/storage/use-synced-draft.ts';
import { EVERYONE, inputOfAudience } from '../../users/audience-text.ts';
import { useCreatePost } from '../api/mutations.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** The state of the post being written. Its text is a draft that is synced with the user's other devices. */
export function useComposer({
  userId,
  attached,
  classOf,
  onPosted,
}: {
  userId: string;
  attached: Attached | null;
  /** The class that alone can see the post, and whether every post is an announcement. */
  classOf?: { audience: AudienceView; isAnnouncement?: boolean } | undefined;
  onPosted: (post: PostView) => void;
}) {
  const { mutateAsync: create } = useCreatePost();
  const upload = useImageUpload('post-image');
  const { draft, text, edit } = useSyncedDraft(userId, draftKeyOf(classOf));
  const options = useOptions(classOf);
  const [alt, setAlt] = useState('');
  const [error, setError] = useState<string>();
  const [isPosting, setIsPosting] = useState(false);

  const setText = (next: string): void => {
    edit(next);
    setError(undefined);
  };
  const reset = (): void => {
    setText('');
    draft.flush();
    options.reset();
    setAlt('');
    upload.remove();
  };
  const submit = async (): Promise<void> => {
    if (isPosting) return;
    const content = text.trim();
    const problem = problemOf(content, upload.image !== null ? 'image' : attached && NOUNS[attached.type]);
    setError(problem);
    if (problem !== undefined) return;
    setIsPosting(true);
    try {
      const file = await upload.finish();
      const input = {
        content,
        ...options.input(),
        ...(attached && { attach: attached }),
        ...(file && { fileId: file.fileId, ...(alt.trim() !== '' && { imageAlt: alt.trim() }) }),
      };
      const post = await create(input);
      reset();
      onPosted(post);
    } catch (failed) {
      setError(`${describeFailure(failed).message} Your post was not published. Your text is not lost.`);
    } finally {
      setIsPosting(false);
    }
  };
  return { text, setText, alt, setAlt, options, error, isPosting, submit, upload };
}

type ClassOf = Parameters<typeof useComposer>[0]['classOf'];

function draftKeyOf(classOf: ClassOf): string {
  if (!classOf?.audience.id) return 'post';
  return `${classOf.isAnnouncement ? 'announcement' : 'class'}:${classOf.audience.id}`;
}

/** Who can see the post, and whether it is a question or an announcement. */
function useOptions(classOf: ClassOf) {
  const [chosen, setAudience] = useState(EVERYONE);
  const [isChosen, setIsAnnouncement] = useState(false);
  const isAnnouncement = classOf?.isAnnouncement ?? isChosen;
  const [isQuestion, setIsQuestion] = useState(false);
  const audience = classOf?.audience ?? chosen;
  return {
    audience,
    setAudience,
    isAnnouncement,
    setIsAnnouncement,
    isQuestion,
    setIsQuestion,
    reset: (): void => {
      setAudience(EVERYONE);
      setIsAnnouncement(false);
      setIsQuestion(false);
    },
    input: () => ({
      ...(audience.type !== 'everyone' && { audience: inputOfAudience(audience) }),
      ...(isAnnouncement && { isAnnouncement }),
      ...(isQuestion && !isAnnouncement && { isQuestion }),
    }),
  };
}

/** What an attachment is called. */
const NOUNS = { event: 'event', course: 'item' } as const satisfies Record<Attached['type'], string>;

function problemOf(content: string, attachment: 'image' | (typeof NOUNS)[Attached['type']] | null): string | undefined {
  if (content === '')
    return attachment === null ? 'Write something first' : `Write a few words about the ${attachment}`;
  const max = POST_LIMITS.contentMaxChars;
  return content.length > max ? `A post has at most ${max.toLocaleString(OWN_LOCALE)} characters` : undefined;
}
