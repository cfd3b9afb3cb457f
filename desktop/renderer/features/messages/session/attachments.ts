import type { UploadView } from '#shared/api/files.ts';
import { shrinkImage } from '../../../lib/page/shrink-image.ts';
import type { Uploader } from '../../../lib/http/resumable-upload.ts';
import { queuedUpload, UploadQueue, type QueuedUpload } from '../../../lib/http/upload-queue.ts';
import { isImageType } from '../thread/preview.ts';

/** The upload of a message's file. Its `id` is the client id of the message. */
export interface Attachment extends QueuedUpload {
  peerId: string;
  /** Address of an image on this device. */
  previewUrl: string | null;
  /** The server's record, once it is uploaded. */
  upload?: UploadView;
  /** True for an image that is sent without its metadata and may be made smaller; false for a file sent as it is. */
  isPhoto: boolean;
  /** True until the user sends its message. */
  isStaged: boolean;
}

/** A chosen file, and whether it is sent as a photo; see {@link Attachment}. */
interface Chosen {
  file: File;
  isPhoto: boolean;
}

/** Dependencies of {@link Attachments}. */
interface AttachmentPorts {
  upload: Uploader;
  /** Receives the uploads after each change, first chosen first. */
  onChange: (items: readonly Attachment[]) => void;
  /** Receives what happened to an upload, in a sentence for screen readers. */
  onAnnounce: (sentence: string) => void;
  /** Runs when the file of a sent message is uploaded. */
  onUploaded: (id: string, upload: UploadView) => void;
  /** Runs when the file of a sent message is refused, with the reason. */
  onRefused: (id: string, reason: string) => void;
}

/** The uploads of one user's messages, in the order they were chosen, as long as the page is open. */
export class Attachments {
  private readonly queue: UploadQueue<Attachment, UploadView>;

  constructor({ upload, onChange, onAnnounce, onUploaded, onRefused }: AttachmentPorts) {
    this.queue = new UploadQueue<Attachment, UploadView>({
      upload: async (file, options, { isPhoto }) =>
        isPhoto
          ? upload(await shrinkImage(file), { purpose: 'message-photo', ...options })
          : upload(file, { purpose: 'message-file', ...options }),
      onChange,
      onAnnounce,
      fieldsOf: (stored) => ({ upload: stored }),
      onDone: ({ id, isStaged, upload: stored }) => !isStaged && stored && onUploaded(id, stored),
      onRefused: ({ id, isStaged }, reason) => !isStaged && onRefused(id, reason),
    });
  }

  /** Returns the uploads, first chosen first. */
  list = (): readonly Attachment[] => this.queue.list();

  /** Starts to upload the files of a message that is not sent yet. */
  stage(peerId: string, files: readonly Chosen[]): void {
    for (const { file, isPhoto } of files) this.add(file, { id: crypto.randomUUID(), peerId, isPhoto, isStaged: true });
  }

  /** Uploads the file of a sent message again, after it was lost and chosen again. */
  restart(id: string, peerId: string, { file, isPhoto }: Chosen): void {
    this.remove(id);
    this.add(file, { id, peerId, isPhoto, isStaged: false });
  }

  /** Returns the staged files for a peer and marks them as sent; refused files stay staged. */
  release(peerId: string): Attachment[] {
    const due = this.list().filter((item) => item.isStaged && item.peerId === peerId && item.status !== 'failed');
    for (const { id } of due) this.queue.change(id, { isStaged: false });
    return due;
  }

  retry(id: string): void {
    this.queue.retry(id);
  }

  /** Cancels an upload and removes its file, on the server as well. */
  remove(id: string): void {
    const previewUrl = this.queue.remove(id)?.previewUrl;
    if (typeof previewUrl === 'string') URL.revokeObjectURL(previewUrl);
  }

  /** Removes the files of messages that are no longer unsent. */
  removeSent(unsentIds: ReadonlySet<string>): void {
    for (const { id, isStaged } of this.list()) if (!isStaged && !unsentIds.has(id)) this.remove(id);
  }

  /** Removes every upload, at sign-out. */
  clear(): void {
    for (const { id } of this.list()) this.remove(id);
  }

  private add(file: File, { id, ...item }: Pick<Attachment, 'id' | 'peerId' | 'isPhoto' | 'isStaged'>): void {
    const previewUrl = isImageType(file.type) ? URL.createObjectURL(file) : null;
    this.queue.add({ ...queuedUpload(file, id), ...item, previewUrl }, file);
  }
}
