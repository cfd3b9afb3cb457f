import type { MessageView, QuotedMessage, SendMessageInput } from '#shared/api/messages.ts';
import { isPassing } from '../../lib/errors.ts';
import { describeFailure } from '../../lib/failure.ts';

/** A message that the server has not acknowledged yet. */
export interface UnsentMessage {
  input: SendMessageInput & { content: string };
  /** The answered message, for showing it. */
  quote: QuotedMessage | null;
  createdAt: string;
  /** What comes with it; its bytes are on the server once `input` names a file. `size` is in bytes. */
  file?: { name: string; type: string; size: number };
  /** Why it is not sent: undefined while it is on its way or waits for the network. */
  problem?: string;
}

/** Said of a file whose bytes went with the page that held them. */
export const FILE_LOST = 'The file is not on this page any more. Choose it again.';

/** Keeps unsent messages, each by itself, so that two windows never overwrite each other's. */
export interface UnsentStore {
  /** What is kept, oldest first. */
  load: () => UnsentMessage[];
  keep: (message: UnsentMessage) => void;
  drop: (clientId: string) => void;
}

/** What the outbox works with. */
export interface OutboxPorts {
  send: (input: SendMessageInput) => Promise<MessageView>;
  onSent: (message: MessageView) => void;
  /** Waits before the next attempt; a test passes its own. */
  wait: (run: () => void, ms: number) => void;
  store: UnsentStore;
}

const RETRY_MS = { first: 2_000, most: 30_000 };

/**
 * One person's messages on their way: kept on this device until the server has acknowledged them, sent one after the
 * other for each receiver, and again with the same id after a failure of the network. What the server refuses stays,
 * with the reason.
 */
export class Outbox {
  private readonly ports: OutboxPorts;
  private items: readonly UnsentMessage[];
  private readonly sending = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private retryMs = RETRY_MS.first;
  private isWaiting = false;

  constructor(ports: OutboxPorts) {
    this.ports = ports;
    this.items = ports.store.load().map((item) => (isOnTheWay(item) ? { ...item, problem: FILE_LOST } : item));
  }

  /** What waits, oldest first; the same list until it changes. */
  list = (): readonly UnsentMessage[] => this.items;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(...messages: Omit<UnsentMessage, 'problem'>[]): void {
    for (const message of messages) this.ports.store.keep(message);
    this.change([...this.items, ...messages]);
    this.flush();
  }

  /** Lets a message go whose file has arrived. */
  attach(clientId: string, fileId: string): void {
    this.replace(clientId, (item) => ({ ...withoutProblem(item), input: { ...item.input, fileId } }));
    this.flush();
  }

  /** Says that a file will not arrive; the words that were to go with it go alone, before it. */
  refuseFile(clientId: string, problem: string): void {
    this.change(
      this.items.flatMap((item) => {
        if (item.input.clientId !== clientId) return [item];
        const { content } = item.input;
        if (content === '') return [{ ...item, problem }];
        const words: UnsentMessage = {
          input: { ...item.input, clientId: crypto.randomUUID() },
          quote: item.quote,
          createdAt: item.createdAt,
        };
        const { replyToId: _replyToId, ...input } = item.input;
        const rest: UnsentMessage = { ...item, input: { ...input, content: '' }, quote: null, problem };
        this.ports.store.keep(words);
        this.ports.store.keep(withoutProblem(rest));
        return [words, rest];
      }),
    );
    this.flush();
  }

  /** Takes the file from a message: its words go alone, and without any there is nothing to send. */
  dropFile(clientId: string): void {
    const item = this.items.find(({ input }) => input.clientId === clientId);
    if (item?.input.content === '') return this.discard(clientId);
    this.replace(clientId, ({ file: _file, ...rest }) => withoutProblem(rest));
    this.flush();
  }

  /** Sends again what was refused or waits. */
  retry(clientId: string): void {
    this.change(this.items.map((item) => (item.input.clientId === clientId ? withoutProblem(item) : item)));
    this.flush();
  }

  discard(clientId: string): void {
    if (!this.items.some(({ input }) => input.clientId === clientId)) return;
    this.ports.store.drop(clientId);
    this.change(this.items.filter((item) => item.input.clientId !== clientId));
  }

  /** Forgets everything, at sign-out. */
  clear(): void {
    for (const { input } of this.items) this.ports.store.drop(input.clientId);
    this.change([]);
  }

  /**
   * Sends what waits: the oldest of each receiver, whose next one follows it. Words do not wait for a file that is
   * still on its way; the next file does.
   */
  flush = (): void => {
    const behindFile = new Set<string>();
    for (const item of this.items) {
      const { receiverId } = item.input;
      if (item.problem === undefined && isOnTheWay(item)) behindFile.add(receiverId);
      if (item.problem !== undefined || isOnTheWay(item) || this.sending.has(receiverId)) continue;
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
        this.ports.store.keep(changed);
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
    }, this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, RETRY_MS.most);
  }

  private change(items: readonly UnsentMessage[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}

/** Whether a message waits for the bytes of its file. */
export function isOnTheWay({ file, input }: UnsentMessage): boolean {
  return file !== undefined && input.fileId === undefined;
}

function withoutProblem({ problem: _problem, ...item }: UnsentMessage): UnsentMessage {
  return item;
}
