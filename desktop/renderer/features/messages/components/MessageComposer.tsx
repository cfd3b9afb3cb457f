import { ImagePlus, Paperclip, SendHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { VISIBLE } from '#shared/readable.ts';
import { useSyncedDraft } from '../../../lib/storage/use-synced-draft.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useFilePicker } from '../../../ui/use-file-picker.tsx';
import type { ThreadAttachments } from '../hooks/use-attachments.ts';
import { ACCEPTED_FILES, ACCEPTED_PHOTOS } from '../session/attachment-rules.ts';
import { quoteOf } from '../thread/preview.ts';
import { Quote } from './Quote.tsx';
import { StagedFiles } from './StagedFiles.tsx';
import { isComposing } from '../../../lib/page/composing.ts';
import { filesOfPaste } from '../../../lib/page/paste.ts';

interface MessageComposerProps {
  userId: string;
  peer: { id: string; fullName: string };
  /** True: Enter sends, and Shift+Enter starts a new line. False: Enter starts a new line, and Ctrl+Enter sends. */
  sendWithEnter: boolean;
  /** The message that the user replies to or edits. */
  target: { kind: 'reply' | 'edit'; message: MessageView } | null;
  onClearTarget: () => void;
  onSend: (content: string) => void;
  onTyping: () => void;
  attachments: ThreadAttachments;
  /** Starts to edit the user's last message; called for ArrowUp in an empty field. */
  onEditLast: () => void;
}

/** The form that writes or edits a message. Its draft is synced with the user's other devices. */
export function MessageComposer({
  userId,
  peer,
  sendWithEnter,
  target,
  onClearTarget,
  onSend,
  onTyping,
  attachments,
  onEditLast,
}: MessageComposerProps) {
  const { draft, text, setText, edit } = useSyncedDraft(userId, `chat:${peer.id}`);
  const field = useRef<HTMLTextAreaElement>(null);
  const photos = useFilePicker(attachments.choosePhotos, {
    accept: ACCEPTED_PHOTOS,
    multiple: true,
    'aria-label': 'Photos',
  });
  const files = useFilePicker(attachments.chooseFiles, {
    accept: ACCEPTED_FILES,
    multiple: true,
    'aria-label': 'Files',
  });
  const isEdit = target?.kind === 'edit';
  // While a message is edited, the field contains its text; afterwards the field contains the draft again.
  const [shownTarget, setShownTarget] = useState(target);
  if (target !== shownTarget) {
    setShownTarget(target);
    setText(target?.kind === 'edit' ? target.message.content : draft.text);
  }
  useEffect(() => {
    if (target) field.current?.focus();
  }, [target]);

  const change = (next: string): void => {
    edit(next, !isEdit);
    if (!isEdit && next.trim() !== '') onTyping();
  };
  const submit = (): void => {
    const content = VISIBLE.test(text) ? text.trim() : '';
    const hasFiles = attachments.staged.some(({ status }) => status !== 'failed');
    if ((content === '' && (isEdit || !hasFiles)) || content.length > MESSAGE_LIMITS.contentMaxChars) return;
    if (!isEdit) {
      draft.set('');
      draft.flush();
    }
    setText('');
    onSend(content);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = filesOfPaste(event);
    if (isEdit || pasted.length === 0) return;
    event.preventDefault();
    attachments.choosePhotos(pasted);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const isSending = event.ctrlKey || event.metaKey || (sendWithEnter && !event.shiftKey);
    if (event.key === 'Enter' && isSending) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && target) {
      event.preventDefault();
      onClearTarget();
    } else if (event.key === 'ArrowUp' && text === '' && !target) {
      event.preventDefault();
      onEditLast();
    }
  };
  return (
    <form
      className="border-t border-border px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {target && (
        <div className="mb-2 flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {isEdit ? (
              <p className="text-small text-text-muted">Editing your message</p>
            ) : (
              <Quote
                quote={quoteOf(target.message)}
                isOwn={target.message.senderId === userId}
                peerName={peer.fullName}
              />
            )}
          </div>
          <IconButton
            label={isEdit ? 'Cancel editing' : 'Cancel reply'}
            icon={<X className="size-4" />}
            onClick={onClearTarget}
          />
        </div>
      )}
      {!isEdit && <StagedFiles attachments={attachments} />}
      <div className="flex items-end gap-2">
        {photos.input}
        {files.input}
        {!isEdit && (
          <span className="flex shrink-0">
            <IconButton size="md" label="Add photos" icon={<ImagePlus className="size-4" />} onClick={photos.open} />
            <IconButton size="md" label="Attach files" icon={<Paperclip className="size-4" />} onClick={files.open} />
          </span>
        )}
        <Textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={`Message to ${peer.fullName}`}
          placeholder="Write a message"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="max-h-40 flex-1"
        />
        <Remaining text={text} maxChars={MESSAGE_LIMITS.contentMaxChars} />
        <IconButton
          type="submit"
          variant="primary"
          size="md"
          label={isEdit ? 'Save' : 'Send'}
          icon={<SendHorizontal className="size-4 rtl:-scale-x-100" />}
        />
      </div>
    </form>
  );
}
