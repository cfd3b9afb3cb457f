import { useId, useState } from 'react';
import { POST_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { isSubmitKey } from '../../../lib/page/submit-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useEditPost } from '../api/mutations.ts';
import type { PostDialogProps } from './DeletePostDialog.tsx';

/** Edits the text of the user's post and the description of its image. */
export function PostEditor({ post, onClose }: PostDialogProps) {
  const [content, setContent] = useState(post.content);
  const [imageAlt, setImageAlt] = useState(post.imageAlt ?? '');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error: failure } = useEditPost();
  const error = problem ?? (failure ? `${describeFailure(failure).message} Your text is not lost.` : undefined);
  const formId = useId();
  const save = (): void => {
    if (isPending) return;
    const found = problemOf(content);
    setProblem(found);
    if (found !== undefined) return;
    const imageChange = post.imageUrl === null ? {} : { imageAlt: imageAlt.trim() };
    mutate({ id: post.id, content: content.trim(), ...imageChange }, { onSuccess: onClose });
  };
  return (
    <Dialog
      onClose={onClose}
      title="Edit post"
      description="The post will be marked as edited."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isLoading={isPending}>
            Save changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onKeyDown={(event) => isSubmitKey(event) && save()}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Text" error={error} hint={<Remaining text={content} maxChars={POST_LIMITS.contentMaxChars} />}>
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              rows={5}
              className="min-h-32"
              value={content}
              onChange={(event) => setContent(event.target.value)}
            />
          )}
        </Field>
        {post.imageUrl !== null && (
          <Field label="Image description" isOptional hint="For people who cannot see the image.">
            {(control) => (
              <TextInput
                {...control}
                dir="auto"
                maxLength={POST_LIMITS.imageAltMaxChars}
                value={imageAlt}
                onChange={(event) => setImageAlt(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

function problemOf(content: string): string | undefined {
  const { length } = content.trim();
  if (length === 0) return 'Write something first';
  return length > POST_LIMITS.contentMaxChars
    ? `A post has at most ${String(POST_LIMITS.contentMaxChars)} characters`
    : undefined;
}
