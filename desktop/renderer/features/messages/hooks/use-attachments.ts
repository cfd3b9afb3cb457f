import { useState } from 'react';
import { FILES_AT_ONCE, sortFiles } from '../session/attachment-rules.ts';
import type { Attachment, Attachments } from '../session/attachments.ts';
import { useMessagesState } from '../slice.ts';

/** The uploads of a conversation. */
export interface ThreadAttachments {
  /** Files of the message that is not sent yet. */
  staged: readonly Attachment[];
  /** Returns a file by the client id of its message, sent or not. */
  find: (id: string) => Attachment | undefined;
  /** Why files were not added, one sentence each. */
  refusals: readonly string[];
  /** The last event of an upload, for screen readers. */
  announcement: string;
  choose: (files: readonly File[]) => void;
  clearRefusals: () => void;
  retry: (id: string) => void;
  remove: (id: string) => void;
  /** Uploads a file again after it was lost. */
  restart: (id: string, file: File) => void;
  /** Returns the files to send with the message. */
  release: () => Attachment[];
}

/** The uploads for a peer; `room` is the number of files that a message to them can have. */
export function useAttachments(
  attachments: Attachments,
  peerId: string,
  room: number = FILES_AT_ONCE,
): ThreadAttachments {
  const items = useMessagesState('attachments');
  const announcement = useMessagesState('announcement');
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const staged = items.filter((item) => item.isStaged && item.peerId === peerId);
  return {
    staged,
    find: (id) => items.find((item) => item.id === id),
    refusals,
    announcement,
    choose(files) {
      const sorted = sortFiles(files, room - staged.length);
      setRefusals(sorted.refusals);
      attachments.stage(peerId, sorted.taken);
    },
    clearRefusals: () => setRefusals([]),
    retry: (id) => attachments.retry(id),
    remove: (id) => attachments.remove(id),
    restart(id, file) {
      const sorted = sortFiles([file], 1);
      setRefusals(sorted.refusals);
      if (sorted.taken.length > 0) attachments.restart(id, peerId, file);
    },
    release() {
      setRefusals([]);
      return attachments.release(peerId);
    },
  };
}
