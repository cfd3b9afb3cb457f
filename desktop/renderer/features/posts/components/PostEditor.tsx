import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useFormDraft, versionOf } from '../../../lib/storage/use-form-draft.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { UnsavedChanges } from '../../../ui/UnsavedChanges.tsx';
import { useVersionConflict } from '../../../ui/use-version-conflict.tsx';
import { MentionTextarea } from '../../users/components/MentionTextarea.tsx';
import { changePost } from '../api/cache.ts';
import { useEditPost } from '../api/mutations.ts';
import { postQuery } from '../api/queries.ts';
import type { PostDialogProps } from './DeletePostDialog.tsx';

/**
 * Edits the text of the user's post and the description of its image. Unsaved changes are stored on this device until
 * they are saved or cancelled.
 */
export function PostEditor({ post, onClose }: PostDialogProps) {
  const client = useQueryClient();
  const form = useFormDraft(`post-edit:${post.id}`, draftOf(post), versionOf(post));
  const { values, isRestored, change, discard } = form;
  const { content, imageAlt } = values;
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error: failure } = useEditPost();
  const error = problem ?? (failure ? `${describeFailure(failure).message} Your text is not lost.` : undefined);
  const discardAndClose = (): void => {
    discard();
    onClose();
  };
  const save = (version: string): void => {
    const found = problemOf(content);
    setProblem(found);
    if (found !== undefined) return;
    const imageChange = post.imageUrl === null ? {} : { imageAlt: imageAlt.trim() };
    mutate(
      { id: post.id, version, content: content.trim(), ...imageChange },
      { onSuccess: discardAndClose, onError: (refused) => void conflict.catchStale(refused) },
    );
  };
  const conflict = useVersionConflict({
    form,
    what: 'Your post',
    parts: PARTS,
    isSaving: isPending,
    load: async () => {
      const newer = await client.fetchQuery({ ...postQuery(post.id), staleTime: 0 });
      changePost(client, post.id, (old) => ({ ...newer, viewer: { ...newer.viewer, why: old.viewer.why } }));
      return { values: draftOf(newer), version: versionOf(newer) };
    },
    save,
    onClose,
  });
  if (conflict.dialog) return conflict.dialog;
  return (
    <FormDialog
      title="Edit post"
      description="The post will be marked as edited."
      submitLabel="Save changes"
      isSubmitting={isPending}
      onSubmit={() => save(form.version)}
      onCancel={discardAndClose}
      onClose={onClose}
    >
      {isRestored && <UnsavedChanges onDiscard={discard} />}
      <Field label="Text" error={error} hint={<Remaining text={content} maxChars={POST_LIMITS.contentMaxChars} />}>
        {(control) => (
          <MentionTextarea
            {...control}
            postId={post.id}
            dir="auto"
            rows={5}
            className="min-h-32 w-full"
            value={content}
            onText={(text) => change({ content: text })}
          />
        )}
      </Field>
      {post.imageUrl !== null && (
        <TextField
          label="Image description"
          isOptional
          hint="For people who cannot see the image."
          dir="auto"
          maxLength={POST_LIMITS.imageAltMaxChars}
          value={imageAlt}
          onChange={(text) => change({ imageAlt: text })}
        />
      )}
    </FormDialog>
  );
}

/** The parts that the editor changes. */
const PARTS = { content: 'Text', imageAlt: 'Image description' };

function draftOf({ content, imageAlt }: Pick<PostView, 'content' | 'imageAlt'>) {
  return { content, imageAlt: imageAlt ?? '' };
}

function problemOf(content: string): string | undefined {
  const { length } = content.trim();
  if (length === 0) return 'Write something first';
  return length > POST_LIMITS.contentMaxChars
    ? `A post has at most ${String(POST_LIMITS.contentMaxChars)} characters`
    : undefined;
}
