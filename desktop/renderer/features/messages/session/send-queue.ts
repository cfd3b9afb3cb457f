import type { MessageView, QuotedMessage, SendMessageInput } from '#shared/api/messages.ts';
import { isPassing } from '../../../lib/http/errors.ts';
import { describeFailure } from '../../../lib/http/failure.ts';

/** A message that the server has not acknowledged yet. */
export interface UnsentMessage {
  input: SendMessageInput & { content: string };
  /** The message that this one replies to. */
  quote: QuotedMessage | null;
  createdAt: string;
  /** Its file; uploaded once `input` names a file id. `size` is in bytes; `isPhoto` is set for a photo. */
  file?: { name: string; type: string; size: number; isPhoto?: true };
  /** Why it was refused; undefined while it is being sent or the device is offline. */
  problem?: string;
}

/** The problem of a message whose file was lost when the page was closed. */
export const FILE_LOST = 'The file is no longer on this page. Choose it again.';

/** Stores unsent messages, each under a key of its own, so that two windows never overwrite each other's. */
export interface UnsentStore {
  /** Returns the stored messages, oldest first. */
  load: () => UnsentMessage[];
  save: (message: UnsentMessage) => void;
  remove: (clientId: string) => void;
}

/** Dependencies of a {@link SendQueue}. */
export interface SendQueuePorts {
  send: (input: SendMessageInput) => Promise<MessageView>;
  onSent: (message: MessageView) => void;
  /** Receives the queue after each change, oldest message first. */
  onChange?: (items: readonly UnsentMessage[]) => void;
  /** Delays the next attempt; a test passes its own. */
  wait: (run: () => void, ms: number) => void;
  store: UnsentStore;
}

const RETRY_MS = { first: 2_000, most: 30_000 };

/**
 * The unsent messages of one user. Each is stored on this device until the server acknowledges it. Messages to one
 * receiver are sent one after the other, and sent again with the same id after a network failure. A message that the
 * server refuses stays, with the reason.
 */
export class SendQueue {
  private readonly ports: SendQueuePorts;
  private items: readonly UnsentMessage[];
  private readonly sending = new Set<string>();
  private retryMs = RETRY_MS.first;
  private isWaiting = false;

  constructor(ports: SendQueuePorts) {
    this.ports = ports;
    this.items = ports.store.load().map((item) => (isUploading(item) ? { ...item, problem: FILE_LOST } : item));
  }

  /** Returns the queue, oldest message first. */
  list = (): readonly UnsentMessage[] => this.items;

  add(...messages: Omit<UnsentMessage, 'problem'>[]): void {
    for (const message of messages) this.ports.store.save(message);
    this.change([...this.items, ...messages]);
    this.flush();
  }

  /** Sends a message whose file is uploaded. */
  attach(clientId: string, fileId: string): void {
    this.replace(clientId, (item) => ({ ...withoutProblem(item), input: { ...item.input, fileId } }));
    this.flush();
  }

  /** Records that the upload of a file failed; the text of its message is sent without it. */
  refuseFile(clientId: string, problem: string): void {
    this.change(
      this.items.flatMap((item) => {
        if (item.input.clientId !== clientId) return [item];
        const { content } = item.input;
        if (content === '') return [{ ...item, problem }];
        const text: UnsentMessage = {
          input: { ...item.input, clientId: crypto.randomUUID() },
          quote: item.quote,
          createdAt: item.createdAt,
        };
        const { replyToId: _replyToId, ...input } = item.input;
        const rest: UnsentMessage = { ...item, input: { ...input, content: '' }, quote: null, problem };
        this.ports.store.save(text);
        this.ports.store.save(withoutProblem(rest));
        return [text, rest];
      }),
    );
    this.flush();
  }

  /** Removes the file of a message and sends its text; a message without text is removed. */
  dropFile(clientId: string): void {
    const item = this.items.find(({ input }) => input.clientId === clientId);
    if (item?.input.content === '') return this.discard(clientId);
    this.replace(clientId, ({ file: _file, ...rest }) => withoutProblem(rest));
    this.flush();
  }

  /** Sends a refused or unsent message again. */
  retry(clientId: string): void {
    this.change(this.items.map((item) => (item.input.clientId === clientId ? withoutProblem(item) : item)));
    this.flush();
  }

  discard(clientId: string): void {
    if (!this.items.some(({ input }) => input.clientId === clientId)) return;
    this.ports.store.remove(clientId);
    this.change(this.items.filter((item) => item.input.clientId !== clientId));
  }

  /** Removes every message, at sign-out. */
  clear(): void {
    for (const { input } of this.items) this.ports.store.remove(input.clientId);
    this.change([]);
  }

  /**
   * Sends the oldest unsent message of each receiver; the next one follows it. A text is sent before a file that is
   * still uploading; the next file is not.
   */
  flush = (): void => {
    const behindFile = new Set<string>();
    for (const item of this.items) {
      const { receiverId } = item.input;
      if (item.problem === undefined && isUploading(item)) behindFile.add(receiverId);
      if (item.problem !== undefined || isUploading(item) || this.sending.has(receiverId)) continue;
      if (item.file !== undefined && behindFile.has(receiverId)) continue;
      this.sending.add(receiverId);
      void this.sendOne(item).finally(() => {
        this.sending.delete(receiverId);
        if (!this.isWaiting) this.flush();
      });
    }
  };

  private async sendOne({ input }: UnsentMessage): Promise<void> {
    try {
      const message = await this.ports.send(input);
      this.retryMs = RETRY_MS.first;
      this.ports.onSent(message);
      this.discard(input.clientId);
    } catch (error) {
      if (isPassing(error)) return this.waitAndRetry();
      const problem = describeFailure(error).message;
      this.change(this.items.map((item) => (item.input.clientId === input.clientId ? { ...item, problem } : item)));
    }
  }

  private replace(clientId: string, change: (item: UnsentMessage) => UnsentMessage): void {
    this.change(
      this.items.map((item) => {
        if (item.input.clientId !== clientId) return item;
        const changed = change(item);
        this.ports.store.save(changed);
        return changed;
      }),
    );
  }

  private waitAndRetry(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.ports.wait(() => {
      this.isWaiting = false;
      this.flush();
    }, spread(this.retryMs));
    this.retryMs = Math.min(this.retryMs * 2, RETRY_MS.most);
  }

  private change(items: readonly UnsentMessage[]): void {
    this.items = items;
    this.ports.onChange?.(items);
  }
}

/**
 * Returns half to the whole of a wait. An outage begins at the same time on all devices: without chance they would send
 * in the same moments, and none between them, however soon the server is back.
 */
function spread(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}

/** Returns whether the file of a message is not uploaded yet. */
export function isUploading({ file, input }: UnsentMessage): boolean {
  return file !== undefined && input.fileId === undefined;
}

function withoutProblem({ problem: _problem, ...item }: UnsentMessage): UnsentMessage {
  return item;
}
