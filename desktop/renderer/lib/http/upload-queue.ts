import { isAbort } from './errors.ts';
import { describeFailure } from './failure.ts';
import type { ResumableOptions } from './resumable-upload.ts';

/** The upload of a file; without its bytes, so that it can be in the Redux store. */
export interface QueuedUpload {
  id: string;
  /** `size` is in bytes. */
  file: { name: string; type: string; size: number };
  /** `queued` behind other uploads, `waiting` while offline, `failed` when it was refused. */
  status: 'queued' | 'uploading' | 'waiting' | 'done' | 'failed';
  /** Uploaded share, 0 to 1. */
  share: number;
  error?: string;
}

/** Dependencies of an {@link UploadQueue}. */
export interface UploadQueuePorts<Item extends QueuedUpload, Result> {
  upload: (file: File, options: Omit<ResumableOptions, 'purpose'>, item: Item) => Promise<Result>;
  /** Receives the uploads after each change, first chosen first. */
  onChange: (items: readonly Item[]) => void;
  /** Receives what happened to an upload, in a sentence for screen readers. */
  onAnnounce: (sentence: string) => void;
  /** Returns the fields of an item whose upload had a result. */
  fieldsOf?: (result: Result) => Partial<Item>;
  onDone: (item: Item) => void;
  onRefused?: (item: Item, reason: string) => void;
}

const AT_ONCE = 2;

/** Returns the fields of an upload that has not started. */
export function queuedUpload({ name, type, size }: File, id: string = crypto.randomUUID()): QueuedUpload {
  return { id, file: { name, type, size }, status: 'queued', share: 0 };
}

/** Uploads in the order in which they were chosen, two at once, as long as the page is open. */
export class UploadQueue<Item extends QueuedUpload, Result> {
  private readonly ports: UploadQueuePorts<Item, Result>;
  private items: readonly Item[] = [];
  private readonly files = new Map<string, File>();
  private readonly aborts = new Map<string, AbortController>();

  constructor(ports: UploadQueuePorts<Item, Result>) {
    this.ports = ports;
  }

  /** Returns the uploads, first chosen first. */
  list(): readonly Item[] {
    return this.items;
  }

  add(item: Item, file: File): void {
    this.files.set(item.id, file);
    this.replace([...this.items, item]);
    this.next();
  }

  /** Changes an upload; does nothing when it has been removed. */
  change(id: string, fields: Partial<Item>): void {
    if (this.find(id)) this.replace(this.items.map((item) => (item.id === id ? { ...item, ...fields } : item)));
  }

  retry(id: string): void {
    this.replace(
      this.items.map((item) => {
        if (item.id !== id) return item;
        const { error: _error, ...rest } = item;
        return { ...rest, status: 'queued', share: 0 } as Item;
      }),
    );
    this.next();
  }

  /** Cancels an upload and removes its file, on the server as well. Returns the removed item. */
  remove(id: string): Item | undefined {
    const item = this.find(id);
    if (!item) return undefined;
    this.aborts.get(id)?.abort();
    this.files.delete(id);
    this.replace(this.items.filter((other) => other.id !== id));
    if (item.status !== 'done' && item.status !== 'failed')
      this.ports.onAnnounce(`Upload of ${item.file.name} cancelled`);
    this.next();
    return item;
  }

  private find(id: string): Item | undefined {
    return this.items.find((item) => item.id === id);
  }

  private replace(items: readonly Item[]): void {
    this.items = items;
    this.ports.onChange(items);
  }

  private next(): void {
    for (const item of this.items) {
      if (this.aborts.size >= AT_ONCE) return;
      const file = this.files.get(item.id);
      if (item.status === 'queued' && file) void this.run(item, file);
    }
  }

  private async run(item: Item, file: File): Promise<void> {
    const { id } = item;
    const abort = new AbortController();
    const show = (fields: Partial<QueuedUpload>): void => this.change(id, fields as Partial<Item>);
    this.aborts.set(id, abort);
    show({ status: 'uploading' });
    this.ports.onAnnounce(`Upload of ${file.name} started`);
    try {
      const options = {
        signal: abort.signal,
        onProgress: (share: number) => show({ share }),
        onWaiting: (isWaiting: boolean) => show({ status: isWaiting ? 'waiting' : 'uploading' }),
      };
      const result = await this.ports.upload(file, options, item);
      this.finish(id, result);
    } catch (error) {
      if (!isAbort(error)) this.refuse(id, describeFailure(error).message);
    }
    // A file that was chosen again has its own run.
    if (this.aborts.get(id) === abort) this.aborts.delete(id);
    this.next();
  }

  private finish(id: string, result: Result): void {
    this.change(id, { status: 'done', share: 1, ...this.ports.fieldsOf?.(result) } as Partial<Item>);
    const item = this.find(id);
    if (!item) return;
    this.ports.onAnnounce(`${item.file.name} is uploaded`);
    this.ports.onDone(item);
  }

  private refuse(id: string, error: string): void {
    const item = this.find(id);
    if (!item) return;
    this.change(id, { status: 'failed', error } as Partial<Item>);
    this.ports.onAnnounce(`${item.file.name} was not uploaded. ${error}`);
    this.ports.onRefused?.(item, error);
  }
}
