import { useState, useSyncExternalStore } from 'react';
import { uploaderOf } from '../../../lib/resumable-upload.ts';
import { FILES_AT_ONCE, sortFiles } from '../attachment-rules.ts';
import { Attachments, type Attachment } from '../attachments.ts';
import type { Outbox } from '../outbox.ts';
import { onForget } from '../own-outbox.ts';

let current: { userId: string; attachments: Attachments } | undefined;
onForget(() => {
  current?.attachments.clear();
  current = undefined;
});

function attachmentsOf(userId: string, outbox: Outbox): Attachments {
  if (current?.userId !== userId) {
    current?.attachments.clear();
    const attachments = new Attachments({
      upload: uploaderOf(userId),
      onArrived: (id, { fileId }) => outbox.attach(id, fileId),
      onRefused: (id, reason) => outbox.refuseFile(id, reason),
    });
    // What was sent or thrown away needs its file no more.
    outbox.subscribe(() => {
      const unsent = new Set(outbox.list().flatMap(({ file, input }) => (file ? [input.clientId] : [])));
      for (const { id, isStaged } of attachments.list()) if (!isStaged && !unsent.has(id)) attachments.remove(id);
    });
    current = { userId, attachments };
  }
  return current.attachments;
}

/** The files of a conversation that are on their way. */
export interface ThreadAttachments {
  /** Files of the message that is written. */
  staged: readonly Attachment[];
  /** A file by the client id of its message, sent off or not. */
  find: (id: string) => Attachment | undefined;
  /** Sentences about files that were not taken. */
  refusals: readonly string[];
  /** The last thing that happened, for a screen reader. */
  announcement: string;
  choose: (files: readonly File[]) => void;
  clearRefusals: () => void;
  retry: (id: string) => void;
  remove: (id: string) => void;
  /** Sends a lost file again. */
  restart: (id: string, file: File) => void;
  /** Hands over what is to be sent with the message. */
  release: () => Attachment[];
}

/** Files on their way to someone; `room` is how many a message to them takes. */
export function useAttachments(
  userId: string,
  peerId: string,
  { outbox, room = FILES_AT_ONCE }: { outbox: Outbox; room?: number | undefined },
): ThreadAttachments {
  const attachments = attachmentsOf(userId, outbox);
  const items = useSyncExternalStore(attachments.subscribe, attachments.list);
  const announcement = useSyncExternalStore(attachments.subscribe, attachments.announcement);
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
