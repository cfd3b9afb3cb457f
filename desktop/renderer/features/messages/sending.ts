import type { MessageAbout, MessageView } from '#shared/api/messages.ts';
import type { Attachment } from './attachments.ts';
import type { UnsentMessage } from './outbox.ts';
import { quoteOf } from './preview.ts';

/** What is sent to someone at once. */
export interface Parcel {
  receiverId: string;
  content: string;
  files: readonly Attachment[];
  /** The message that is answered. */
  quoted: MessageView | undefined;
  /** What it is about. */
  about: Pick<MessageAbout, 'type' | 'id'> | null;
}

/** Makes the messages of a parcel: each file is one, and the words, the answer and what it is about go with the first. */
export function toUnsent({ receiverId, content, files, quoted, about }: Parcel): UnsentMessage[] {
  const now = Date.now();
  // The order in which they were made is the one in which a page that is loaded anew sends them.
  const base = (index: number): Pick<UnsentMessage, 'quote' | 'createdAt'> => ({
    quote: quoted && index === 0 ? quoteOf(quoted) : null,
    createdAt: new Date(now + index).toISOString(),
  });
  const named = (index: number) =>
    index === 0
      ? { ...(quoted && { replyToId: quoted.id }), ...(about && { about: { type: about.type, id: about.id } }) }
      : {};
  if (files.length === 0)
    return [{ ...base(0), input: { receiverId, clientId: crypto.randomUUID(), content, ...named(0) } }];
  return files.map(({ id, file, upload }, index) => ({
    ...base(index),
    input: {
      receiverId,
      clientId: id,
      content: index === 0 ? content : '',
      ...(upload && { fileId: upload.fileId }),
      ...named(index),
    },
    file: { name: file.name, type: file.type, size: file.size },
  }));
}
