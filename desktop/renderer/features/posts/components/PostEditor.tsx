import { useState } from 'react';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useEditPost } from '../api/mutations.ts';
import type { PostDialogProps } from './DeletePostDialog.tsx';

/** Edits the text of the user's post and the description of its image. */
export function PostEditor({ post, onClose }: PostDialogProps) {
  const [content, setContent] = useState(post.content);
  const [imageAlt, setImageAlt] = useState(post.imageAlt ?? '');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error: failure } = useEditPost();
  const error = problem ?? (failure ? `${describeFailure(failure).message} Your text is not lost.` : undefined);
  const save = (): void => {
    const found = problemOf(content);
    setProblem(found);
    if (found !== undefined) return;
    const imageChange = post.imageUrl === null ? {} : { imageAlt: imageAlt.trim() };
    mutate({ id: post.id, content: content.trim(), ...imageChange }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Edit post"
      description="The post will be marked as edited."
      submitLabel="Save changes"
      isSubmitting={isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextareaField
        label="Text"
        error={error}
        hint={<Remaining text={content} maxChars={POST_LIMITS.contentMaxChars} />}
        dir="auto"
        rows={5}
        className="min-h-32"
        value={content}
        onChange={setContent}
      />
      {post.imageUrl !== null && (
        <TextField
          label="Image description"
          isOptional
          hint="For people who cannot see the image."
          dir="auto"
          maxLength={POST_LIMITS.imageAltMaxChars}
          value={imageAlt}
          onChange={setImageAlt}
        />
      )}
    </FormDialog>
  );
}

function problemOf(content: string): string | undefined {
  const { length } = content.trim();
  if (length === 0) return 'Write something first';
  return length > POST_LIMITS.contentMaxChars
    ? `A post has at most ${String(POST_LIMITS.contentMaxChars)} characters`
    : undefined;
}
