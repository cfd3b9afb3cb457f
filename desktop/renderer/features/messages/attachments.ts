import type { UploadView } from '#shared/api/files.ts';
import { isAbort } from '../../lib/errors.ts';
import { describeFailure } from '../../lib/failure.ts';
import type { Uploader } from '../../lib/resumable-upload.ts';
import { isImageType } from './preview.ts';

/** A file on its way to the server, before or after its message was sent off. */
export interface Attachment {
  /** The client id of its message. */
  id: string;
  peerId: string;
  file: File;
  /** Address of a picture on this device. */
  previewUrl: string | null;
  /** It waits for its turn, moves, waits for the network, is there, or was refused. */
  status: 'queued' | 'uploading' | 'waiting' | 'done' | 'failed';
  /** How much has arrived, 0 to 1. */
  share: number;
  error?: string;
  /** The server's record, once it is there. */
  upload?: UploadView;
  /** True until its message is sent off. */
  isStaged: boolean;
}

/** What attachments work with. */
export interface AttachmentPorts {
  upload: Uploader;
  /** Hears that the file of a message which was sent off has arrived. */
  onArrived: (id: string, upload: UploadView) => void;
  /** Hears why the file of a message which was sent off will not arrive. */
  onRefused: (id: string, reason: string) => void;
}

const AT_ONCE = 2;

/** One person's files on their way, in the order they were chosen; they live as long as the page. */
export class Attachments {
  private readonly ports: AttachmentPorts;
  private items: readonly Attachment[] = [];
  private readonly aborts = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private said = '';

  constructor(ports: AttachmentPorts) {
    this.ports = ports;
  }

  /** What is on its way, first chosen first; the same list until it changes. */
  list = (): readonly Attachment[] => this.items;

  /** The last thing that happened, in a sentence for a screen reader. */
  announcement = (): string => this.said;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes files for a message that is still written; they start at once. */
  stage(peerId: string, files: readonly File[]): void {
    for (const file of files) this.add({ id: crypto.randomUUID(), peerId, file, isStaged: true });
  }

  /** Sends a file of a message that was sent off already, chosen again after it was lost. */
  restart(id: string, peerId: string, file: File): void {
    this.remove(id);
    this.add({ id, peerId, file, isStaged: false });
  }

  /** Hands over what is staged for someone; what was refused stays. */
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

  /** Ends an upload and forgets its file; what the server has of it is removed. */
  remove(id: string): void {
    const item = this.items.find((other) => other.id === id);
    if (!item) return;
    this.aborts.get(id)?.abort();
    if (item.previewUrl !== null) URL.revokeObjectURL(item.previewUrl);
    this.update(this.items.filter((other) => other.id !== id));
    if (item.status !== 'done' && item.status !== 'failed') this.say(`Upload of ${item.file.name} cancelled`);
    this.next();
  }

  /** Forgets everything, at sign-out. */
  clear(): void {
    for (const { id } of this.items) this.remove(id);
  }

  private add({ file, ...rest }: Pick<Attachment, 'id' | 'peerId' | 'file' | 'isStaged'>): void {
    const previewUrl = isImageType(file.type) ? URL.createObjectURL(file) : null;
    this.update([...this.items, { ...rest, file, previewUrl, status: 'queued', share: 0 }]);
    this.next();
  }

  private next(): void {
    for (const item of this.items) {
      if (this.aborts.size >= AT_ONCE) return;
      if (item.status === 'queued') void this.run(item);
    }
  }

  private async run({ id, file }: Attachment): Promise<void> {
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(id, (item) => ({ ...item, status: 'uploading' }));
    this.say(`Upload of ${file.name} started`);
    try {
      const upload = await this.ports.upload(file, {
        purpose: 'message-file',
        signal: abort.signal,
        onProgress: (share) => this.change(id, (item) => ({ ...item, share })),
        onWaiting: (isWaiting) => this.change(id, (item) => ({ ...item, status: isWaiting ? 'waiting' : 'uploading' })),
      });
      this.change(id, (item) => ({ ...item, status: 'done', share: 1, upload }));
      this.say(`${file.name} is uploaded`);
      if (this.find(id)?.isStaged === false) this.ports.onArrived(id, upload);
    } catch (error) {
      if (!isAbort(error)) this.refuse(id, describeFailure(error).message);
    }
    // A file that was chosen again has a run of its own.
    if (this.aborts.get(id) === abort) this.aborts.delete(id);
    this.next();
  }

  private refuse(id: string, error: string): void {
    this.change(id, (item) => ({ ...item, status: 'failed', error }));
    const item = this.find(id);
    if (!item) return;
    this.say(`${item.file.name} was not uploaded. ${error}`);
    if (!item.isStaged) this.ports.onRefused(id, error);
  }

  private find(id: string): Attachment | undefined {
    return this.items.find((item) => item.id === id);
  }

  private change(id: string, change: (item: Attachment) => Attachment): void {
    if (this.find(id)) this.update(this.items.map((item) => (item.id === id ? change(item) : item)));
  }

  private say(sentence: string): void {
    this.said = sentence;
    this.tell();
  }

  private update(items: readonly Attachment[]): void {
    this.items = items;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
