import { messageEndpoints, type MessageView } from '#shared/api/messages.ts';
import { call } from '../../../lib/http/api.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { tryStorage, writeStored } from '../../../lib/storage/device-store.ts';
import { forgetUploads } from '../../../lib/storage/upload-records.ts';
import { updateMessagesState } from '../slice.ts';
import type { Attachments } from './attachments.ts';
import { SendQueue, type UnsentMessage, type UnsentStore } from './send-queue.ts';

/** The unsent messages of the signed-in user, and the uploads of their files. */
export interface MessageSession {
  sendQueue: SendQueue;
  /** Returns the uploads. The pages that upload pass the class, whose code therefore loads with them. */
  openAttachments: (Uploads: typeof Attachments) => Attachments;
  clearAttachments: () => void;
}

/** Stores a user's unsent messages on this device; without storage they last as long as the page. */
function deviceStore(userId: string): UnsentStore {
  const prefix = `unsent:${userId}:`;
  return {
    load: () => {
      const stored = tryStorage((storage) =>
        Object.keys(storage)
          .filter((key) => key.startsWith(prefix))
          .map((key) => JSON.parse(storage.getItem(key) ?? 'null') as UnsentMessage | null),
      );
      const found = stored?.filter((message) => message !== null) ?? [];
      return found.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    },
    save: (message) => writeStored(`${prefix}${message.input.clientId}`, JSON.stringify(message)),
    remove: (clientId) => writeStored(`${prefix}${clientId}`, null),
  };
}

let current: (MessageSession & { userId: string }) | undefined;

/** Returns the message session of the signed-in user; the first caller's `onSent` receives each sent message. */
export function messageSessionOf(userId: string, onSent: (message: MessageView) => void): MessageSession {
  if (current?.userId !== userId) {
    current?.clearAttachments();
    current = { userId, ...createSession(userId, onSent) };
    current.sendQueue.flush();
  }
  return current;
}

function createSession(userId: string, onSent: (message: MessageView) => void): MessageSession {
  let attachments: Attachments | undefined;
  const sendQueue = new SendQueue({
    send: async (input) => {
      const message = await call(messageEndpoints.sendMessage, { body: input });
      void liveLink.emit('new-message', { id: message.id });
      return message;
    },
    onSent,
    onChange: (unsent) => {
      updateMessagesState({ unsent });
      attachments?.removeSent(new Set(unsent.flatMap(({ file, input }) => (file ? [input.clientId] : []))));
    },
    wait: (run, ms) => setTimeout(run, ms),
    store: deviceStore(userId),
  });
  const ports: ConstructorParameters<typeof Attachments>[0] = {
    // Its code loads with the first file.
    upload: async (file, options) =>
      (await import('../../../lib/http/resumable-upload.ts')).uploaderOf(userId)(file, options),
    onChange: (items) => updateMessagesState({ attachments: items }),
    onAnnounce: (announcement) => updateMessagesState({ announcement }),
    onUploaded: (id, { fileId }) => sendQueue.attach(id, fileId),
    onRefused: (id, reason) => sendQueue.refuseFile(id, reason),
  };
  updateMessagesState({ unsent: sendQueue.list(), attachments: [], announcement: '' });
  return {
    sendQueue,
    openAttachments: (Uploads) => (attachments ??= new Uploads(ports)),
    clearAttachments: () => attachments?.clear(),
  };
}

/** Removes a user's unsent messages and the records of their uploads from this device, at sign-out. */
export function removeUnsent(userId: string): void {
  const unsent = deviceStore(userId);
  for (const { input } of unsent.load()) unsent.remove(input.clientId);
  if (current?.userId === userId) current.sendQueue.clear();
  current?.clearAttachments();
  current = undefined;
  forgetUploads(userId);
}
