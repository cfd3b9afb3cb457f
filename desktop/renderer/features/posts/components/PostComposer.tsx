import clsx from 'clsx';
import { CircleAlert, CircleHelp, ImagePlus, Megaphone } from 'lucide-react';
import { useId, useState, type ClipboardEvent, type DragEvent, type ReactNode, type Ref } from 'react';
import type { AudienceView } from '#shared/api/audiences.ts';
import type { Attached, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { IMAGE_TYPES } from '../../../lib/http/image-upload.ts';
import { lazily } from '../../../lib/lazily.tsx';
import { isSubmitKey } from '../../../ui/Textarea.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { useFilePicker } from '../../../ui/use-file-picker.tsx';
import { MentionTextarea } from '../../users/components/MentionTextarea.tsx';
import { useComposer } from '../hooks/use-composer.ts';
import type { Elements } from '../../../ui/elements.ts';
import { filesOfPaste } from '../../../lib/page/paste.ts';

// These load when the composer needs them, to keep the first load of Home small.
const AudienceField = lazily(async () => (await import('../../users/components/AudienceField.tsx')).AudienceField);
const ComposerImage = lazily(async () => (await import('./ComposerImage.tsx')).ComposerImage);

/** The attachment of the post being written: its value, its preview, and the button that chooses one. */
export interface ComposerAttachment {
  attached: Attached | null;
  card: Elements;
  button: Elements;
}

interface PostComposerProps {
  author: { id: string; fullName: string; profileImage: string | null };
  onPosted: (post: PostView) => void;
  attach?: ComposerAttachment | undefined;
  /**
   * The class that alone can see the post; without it the user chooses the audience. With `isAnnouncement`, the form
   * writes announcements alone.
   */
  classOf?: { audience: AudienceView; canAnnounce: boolean; isAnnouncement?: boolean } | undefined;
  /** Name of the text field. */
  prompt?: string;
  /** The text field, for a button elsewhere that moves the focus to it. */
  fieldRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** The form that writes a post. Its state is local, so that typing does not render the feed again. */
export function PostComposer(props: PostComposerProps) {
  const { author, onPosted, attach, classOf, fieldRef, prompt = 'What would you like to share?' } = props;
  const attached = attach?.attached ?? null;
  const composer = useComposer({ userId: author.id, attached, classOf, onPosted });
  const { text, error, upload, isPosting, options } = composer;
  const [isDropTarget, setIsDropTarget] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const picker = useFilePicker(([file]) => file && upload.choose(file), {
    'aria-label': 'Image file',
    accept: IMAGE_TYPES.join(','),
  });
  const errorId = useId();
  const problem = error ?? upload.refusal;
  const isOpen = hasFocus || text !== '' || upload.image !== null || attached !== null || problem !== undefined;

  const take = (event: ClipboardEvent | DragEvent, files: readonly File[]): void => {
    const file = files.find(({ type }) => type.startsWith('image/'));
    if (file === undefined) return;
    event.preventDefault();
    upload.choose(file);
  };
  return (
    <Card
      as="section"
      aria-label="Write a post"
      className={clsx(
        'transition-colors max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0',
        isDropTarget && 'border-accent! bg-accent-soft!',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDropTarget(true);
      }}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDropTarget(false);
        take(event, [...event.dataTransfer.files]);
      }}
      onFocus={() => setHasFocus(true)}
      onKeyDown={(event) => isSubmitKey(event) && void composer.submit()}
    >
      <form
        noValidate
        className="flex gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void composer.submit();
        }}
      >
        <Avatar id={author.id} name={author.fullName} src={author.profileImage} />
        <div className="min-w-0 flex-1">
          <MentionTextarea
            isBare
            ref={fieldRef}
            rows={isOpen ? 3 : 1}
            dir="auto"
            aria-label={prompt}
            aria-describedby={problem === undefined ? undefined : errorId}
            aria-invalid={problem === undefined ? undefined : true}
            placeholder={prompt}
            value={text}
            onText={composer.setText}
            onPaste={(event) => take(event, filesOfPaste(event))}
            className="block py-2 text-medium [unicode-bidi:plaintext]"
          />
          {upload.image !== null && (
            <ComposerImage
              image={upload.image}
              alt={composer.alt}
              onAlt={composer.setAlt}
              onRemove={upload.remove}
              onRetry={upload.retry}
            />
          )}
          {attach?.card}
          {problem !== undefined && (
            <p id={errorId} role="alert" className="mt-2 flex items-start gap-1.5 text-small text-danger">
              <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
              <span>{problem}</span>
            </p>
          )}
          <div
            className={clsx(
              'flex flex-wrap items-center gap-x-3 gap-y-2',
              isOpen ? 'mt-3 border-t border-border pt-3' : 'hidden',
            )}
          >
            <IconButton
              label="Add an image"
              icon={<ImagePlus className="size-4.5" />}
              className="-ms-2"
              onClick={picker.open}
            />
            {picker.input}
            {isOpen && attach?.button}
            {!options.isAnnouncement && (
              <Toggle isOn={options.isQuestion} onChange={options.setIsQuestion}>
                <CircleHelp className="size-4" />
                Ask as a question
              </Toggle>
            )}
            {classOf?.canAnnounce && !classOf.isAnnouncement && (
              <Toggle isOn={options.isAnnouncement} onChange={options.setIsAnnouncement}>
                <Megaphone className="size-4" />
                Announce
              </Toggle>
            )}
            {isOpen && classOf === undefined && (
              <AudienceField value={options.audience} onChange={options.setAudience} />
            )}
            <div className="ms-auto flex items-center gap-3">
              <Remaining text={text} maxChars={POST_LIMITS.contentMaxChars} />
              <Button type="submit" variant="primary" isLoading={isPosting}>
                {isPosting && upload.image?.status === 'uploading' ? 'Uploading' : submitText(options)}
              </Button>
            </div>
          </div>
        </div>
      </form>
    </Card>
  );
}

function submitText({ isQuestion, isAnnouncement }: { isQuestion: boolean; isAnnouncement: boolean }): string {
  if (isAnnouncement) return 'Announce';
  return isQuestion ? 'Ask' : 'Post';
}

interface ToggleProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

function Toggle({ isOn, onChange, children }: ToggleProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={isOn}
      className={clsx('-ms-2', isOn && 'bg-accent-soft! text-accent-text!')}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </Button>
  );
}
