import { useState } from 'react';
import { FILES_AT_ONCE, isImageName, sortFiles } from '../session/attachment-rules.ts';
import { Attachments } from '../session/attachments.ts';
import type { MessageSession } from '../session/own-session.ts';
import { useMessagesState } from '../slice.ts';

/** The uploads of a conversation, see {@link useAttachments}. */
export type ThreadAttachments = ReturnType<typeof useAttachments>;

/**
 * The uploads of a session for a peer; `room` is the number of files that a message to them can have. `staged` are the
 * files of the message that is not sent yet, `refusals` the reasons why other files were not added, `announcement` the
 * last event of an upload for screen readers.
 */
export function useAttachments(session: MessageSession, peerId: string, room: number = FILES_AT_ONCE) {
  const attachments = session.openAttachments(Attachments);
  const items = useMessagesState('attachments');
  const announcement = useMessagesState('announcement');
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const staged = items.filter((item) => item.isStaged && item.peerId === peerId);
  const choose = (files: readonly File[], isPhoto: (name: string) => boolean): void => {
    const sorted = sortFiles(files, room - staged.length);
    setRefusals(sorted.refusals);
    attachments.stage(
      peerId,
      sorted.taken.map((file) => ({ file, isPhoto: isPhoto(file.name) })),
    );
  };
  return {
    staged,
    refusals,
    announcement,
    /** Returns a file by the client id of its message, sent or not. */
    find: (id: string) => items.find((item) => item.id === id),
    /** Adds files, of which images are sent as photos. */
    choosePhotos: (files: readonly File[]): void => choose(files, isImageName),
    /** Adds files that are sent as they are. */
    chooseFiles: (files: readonly File[]): void => choose(files, () => false),
    clearRefusals: () => setRefusals([]),
    retry: (id: string) => attachments.retry(id),
    remove: (id: string) => attachments.remove(id),
    /** Uploads a file again after it was lost. */
    restart(id: string, file: File, isPhoto: boolean): void {
      const sorted = sortFiles([file], 1);
      setRefusals(sorted.refusals);
      if (sorted.taken.length > 0) attachments.restart(id, peerId, { file, isPhoto });
    },
    /** Returns the files to send with the message. */
    release() {
      setRefusals([]);
      return attachments.release(peerId);
    },
  };
}
