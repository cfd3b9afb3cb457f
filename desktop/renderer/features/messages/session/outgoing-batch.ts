import type { MessageAbout, MessageView } from '#shared/api/messages.ts';
import type { Attachment } from './attachments.ts';
import type { UnsentMessage } from './send-queue.ts';
import { quoteOf } from '../thread/preview.ts';

/** A text and files that the user sends with one press of the button. */
interface OutgoingBatch {
  receiverId: string;
  content: string;
  files: readonly Attachment[];
  /** The message that is replied to. */
  quoted: MessageView | undefined;
  /** The subject. */
  about: Pick<MessageAbout, 'type' | 'id'> | null;
}

/** Makes the messages of a batch: one per file, where the first also has the text, the quote and the subject. */
export function toUnsent({ receiverId, content, files, quoted, about }: OutgoingBatch): UnsentMessage[] {
  const now = Date.now();
  // A reloaded page sends unsent messages in the order of `createdAt`.
  const base = (index: number): Pick<UnsentMessage, 'quote' | 'createdAt'> => ({
    quote: quoted && index === 0 ? quoteOf(quoted) : null,
    createdAt: new Date(now + index).toISOString(),
  });
  const links = (index: number) =>
    index === 0
      ? { ...(quoted && { replyToId: quoted.id }), ...(about && { about: { type: about.type, id: about.id } }) }
      : {};
  if (files.length === 0)
    return [{ ...base(0), input: { receiverId, clientId: crypto.randomUUID(), content, ...links(0) } }];
  return files.map(({ id, file, isPhoto, upload }, index) => ({
    ...base(index),
    input: {
      receiverId,
      clientId: id,
      content: index === 0 ? content : '',
      ...(upload && { fileId: upload.fileId }),
      ...links(index),
    },
    file: { name: file.name, type: file.type, size: file.size, ...(isPhoto && { isPhoto }) },
  }));
}
