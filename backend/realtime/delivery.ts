import type { Logger } from 'pino';

/** How often a node polls for entries whose signal was lost, in milliseconds. */
const POLL_EVERY_MS = 2_000;
/** Entries read at once for one user. */
const BATCH = 200;

/** An entry of a user's log. Without its push, it has to be read. */
interface Entry<Push> {
  userId: string;
  seq: number;
  push?: Push;
}

/** Dependencies of the delivery. The push of a loaded entry is null when its record is deleted. */
interface DeliverySettings<Push> {
  loadPositions: (userIds: readonly string[]) => Promise<Map<string, number>>;
  loadEntries: (userId: string, after: number, limit: number) => Promise<{ seq: number; push: Push | null }[]>;
  emit: (userId: string, push: Push) => void;
  log: Logger;
  pollEveryMs?: number;
}

/**
 * Sends the user logs of the users who are connected to this node, each in order. An entry that this node has committed
 * is sent as it is when nothing before it is missing; everything else is read. If a read fails, the next poll retries
 * it; nothing is buffered in memory.
 */
export class Delivery<Push> {
  readonly #settings: DeliverySettings<Push>;
  readonly #positions = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #wanted = new Set<string>();
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: DeliverySettings<Push>) {
    this.#settings = settings;
  }

  /** Subscribes a user who has joined their room: returns the last sequence number; every later entry is sent. */
  async subscribe(userId: string): Promise<number> {
    const last = (await this.#settings.loadPositions([userId])).get(userId) ?? 0;
    // Another socket's position may be behind: a client drops what it receives twice by its sequence number.
    if (!this.#positions.has(userId)) this.#positions.set(userId, last);
    return last;
  }

  /** Unsubscribes a user whose last socket is closed. */
  unsubscribe(userId: string): void {
    this.#positions.delete(userId);
  }

  /** Sends the new log entries of users: those given with their push, and reads the others. */
  wake(userIds: readonly string[], entries: readonly Entry<Push>[] = []): void {
    for (const userId of userIds) {
      if (!this.#positions.has(userId)) continue;
      const own = entries.filter((entry) => entry.userId === userId);
      if (own.length === 0 || !own.every((entry) => this.#sendNext(entry))) this.#read(userId);
    }
  }

  /** Starts polling; it never runs twice at once and does not keep the process alive. */
  start(): void {
    this.#timer ??= setInterval(() => {
      this.#polling ??= this.#poll()
        .catch((error: unknown) => this.#settings.log.warn({ err: error }, 'user logs could not be polled'))
        .finally(() => {
          this.#polling = undefined;
        });
    }, this.#settings.pollEveryMs ?? POLL_EVERY_MS).unref();
  }

  /** Unsubscribes every user and waits for the reads that are running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#positions.clear();
    await this.#polling;
    await Promise.all(this.#running.values());
  }

  /** Sends an entry when it is the next one. Returns false when entries must be read first. */
  #sendNext({ userId, seq, push }: Entry<Push>): boolean {
    const position = this.#positions.get(userId);
    if (position === undefined || seq <= position) return true;
    if (push === undefined || seq !== position + 1) return false;
    try {
      this.#settings.emit(userId, push);
    } catch (error) {
      // The write is committed, and its response must not fail; the entry is read and sent again.
      this.#settings.log.warn({ err: error, userId }, 'an entry of a user log could not be sent');
      return false;
    }
    this.#positions.set(userId, seq);
    return true;
  }

  #read(userId: string): void {
    this.#wanted.add(userId);
    if (this.#running.has(userId)) return;
    const task = this.#readAndSend(userId)
      .catch((error: unknown) => this.#settings.log.warn({ err: error, userId }, 'a user log could not be delivered'))
      .finally(() => this.#running.delete(userId));
    this.#running.set(userId, task);
  }

  async #readAndSend(userId: string): Promise<void> {
    do {
      this.#wanted.delete(userId);
      for (let after = this.#positions.get(userId); after !== undefined; after = this.#positions.get(userId)) {
        const entries = await this.#settings.loadEntries(userId, after, BATCH);
        for (const { seq, push } of entries) {
          const position = this.#positions.get(userId);
          if (position === undefined) return;
          // Entries may have been sent while these were read; the user may have left and returned at a later position.
          if (seq <= position) continue;
          if (push !== null) this.#settings.emit(userId, push);
          this.#positions.set(userId, seq);
        }
        if (entries.length < BATCH) break;
      }
    } while (this.#wanted.has(userId));
  }

  async #poll(): Promise<void> {
    const last = await this.#settings.loadPositions([...this.#positions.keys()]);
    this.wake([...last].flatMap(([userId, seq]) => (seq > (this.#positions.get(userId) ?? 0) ? userId : [])));
  }
}
