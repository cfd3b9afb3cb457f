import type { UploadView } from '#shared/api/files.ts';
import { isAbort } from '../../../lib/http/errors.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import type { Uploader } from '../../../lib/http/resumable-upload.ts';
import { isImageType } from '../thread/preview.ts';

/** The upload of a message's file; without its bytes, so that it can be in the Redux store. */
export interface Attachment {
  /** The client id of its message. */
  id: string;
  peerId: string;
  /** `size` is in bytes. */
  file: { name: string; type: string; size: number };
  /** Address of an image on this device. */
  previewUrl: string | null;
  /** `queued` behind other uploads, `waiting` while offline, `failed` when it was refused. */
  status: 'queued' | 'uploading' | 'waiting' | 'done' | 'failed';
  /** Uploaded share, 0 to 1. */
  share: number;
  error?: string;
  /** The server's record, once it is uploaded. */
  upload?: UploadView;
  /** True until the user sends its message. */
  isStaged: boolean;
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

const AT_ONCE = 2;

/** The uploads of one user's messages, in the order they were chosen, as long as the page is open. */
export class Attachments {
  private readonly ports: AttachmentPorts;
  private items: readonly Attachment[] = [];
  private readonly files = new Map<string, File>();
  private readonly aborts = new Map<string, AbortController>();

  constructor(ports: AttachmentPorts) {
    this.ports = ports;
  }

  /** Returns the uploads, first chosen first. */
  list = (): readonly Attachment[] => this.items;

  /** Starts to upload the files of a message that is not sent yet. */
  stage(peerId: string, files: readonly File[]): void {
    for (const file of files) this.add({ id: crypto.randomUUID(), peerId, file, isStaged: true });
  }

  /** Uploads the file of a sent message again, after it was lost and chosen again. */
  restart(id: string, peerId: string, file: File): void {
    this.remove(id);
    this.add({ id, peerId, file, isStaged: false });
  }

  /** Returns the staged files for a peer and marks them as sent; refused files stay staged. */
  release(peerId: string): Attachment[] {
    const isDue = (item: Attachment): boolean => item.isStaged && item.peerId === peerId && item.status !== 'failed';
    const due = this.items.filter(isDue);
    this.update(this.items.map((item) => (isDue(item) ? { ...item, isStaged: false } : item)));
    return due;
  }

  retry(id: string): void {
    this.change(id, ({ error: _error, ...item }) => ({ ...item, status: 'queued', share: 0 }));
    this.next();
  }

  /** Cancels an upload and removes its file, on the server as well. */
  remove(id: string): void {
    const item = this.items.find((other) => other.id === id);
    if (!item) return;
    this.aborts.get(id)?.abort();
    this.files.delete(id);
    if (item.previewUrl !== null) URL.revokeObjectURL(item.previewUrl);
    this.update(this.items.filter((other) => other.id !== id));
    if (item.status !== 'done' && item.status !== 'failed')
      this.ports.onAnnounce(`Upload of ${item.file.name} cancelled`);
    this.next();
  }

  /** Removes the files of messages that are no longer unsent. */
  removeSent(unsentIds: ReadonlySet<string>): void {
    for (const { id, isStaged } of this.items) if (!isStaged && !unsentIds.has(id)) this.remove(id);
  }

  /** Removes every upload, at sign-out. */
  clear(): void {
    for (const { id } of this.items) this.remove(id);
  }

  private add({ file, ...rest }: Pick<Attachment, 'id' | 'peerId' | 'isStaged'> & { file: File }): void {
    const { name, type, size } = file;
    const previewUrl = isImageType(type) ? URL.createObjectURL(file) : null;
    this.files.set(rest.id, file);
    this.update([...this.items, { ...rest, file: { name, type, size }, previewUrl, status: 'queued', share: 0 }]);
    this.next();
  }

  private next(): void {
    for (const { id, status } of this.items) {
      if (this.aborts.size >= AT_ONCE) return;
      const file = this.files.get(id);
      if (status === 'queued' && file) void this.run(id, file);
    }
  }

  private async run(id: string, file: File): Promise<void> {
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(id, (item) => ({ ...item, status: 'uploading' }));
    this.ports.onAnnounce(`Upload of ${file.name} started`);
    try {
      const upload = await this.ports.upload(file, {
        purpose: 'message-file',
        signal: abort.signal,
        onProgress: (share) => this.change(id, (item) => ({ ...item, share })),
        onWaiting: (isWaiting) => this.change(id, (item) => ({ ...item, status: isWaiting ? 'waiting' : 'uploading' })),
      });
      this.change(id, (item) => ({ ...item, status: 'done', share: 1, upload }));
      this.ports.onAnnounce(`${file.name} is uploaded`);
      if (this.find(id)?.isStaged === false) this.ports.onUploaded(id, upload);
    } catch (error) {
      if (!isAbort(error)) this.refuse(id, describeFailure(error).message);
    }
    // A file that was chosen again has its own run.
    if (this.aborts.get(id) === abort) this.aborts.delete(id);
    this.next();
  }

  private refuse(id: string, error: string): void {
    this.change(id, (item) => ({ ...item, status: 'failed', error }));
    const item = this.find(id);
    if (!item) return;
    this.ports.onAnnounce(`${item.file.name} was not uploaded. ${error}`);
    if (!item.isStaged) this.ports.onRefused(id, error);
  }

  private find(id: string): Attachment | undefined {
    return this.items.find((item) => item.id === id);
  }

  private change(id: string, change: (item: Attachment) => Attachment): void {
    if (this.find(id)) this.update(this.items.map((item) => (item.id === id ? change(item) : item)));
  }

  private update(items: readonly Attachment[]): void {
    this.items = items;
    this.ports.onChange(items);
  }
}
