import type { Logger } from 'pino';

/** How often a node polls for entries whose signal was lost, in milliseconds. */
const POLL_EVERY_MS = 2_000;
/** Entries read at once for one user. */
const BATCH = 200;

/** Dependencies of the delivery. The push of an entry is null when its record is deleted. */
interface DeliverySettings<Push> {
  loadPositions: (userIds: readonly string[]) => Promise<Map<string, number>>;
  loadEntries: (userId: string, after: number, limit: number) => Promise<{ seq: number; push: Push | null }[]>;
  emit: (userId: string, push: Push) => void;
  log: Logger;
  pollEveryMs?: number;
}

/**
 * Sends the user logs of the users who are connected to this node, each in order. If a read fails, the next poll
 * retries it; nothing is buffered in memory.
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

  /** Reads and sends the new log entries of users. */
  wake(userIds: readonly string[]): void {
    for (const userId of userIds) {
      if (!this.#positions.has(userId)) continue;
      this.#wanted.add(userId);
      if (this.#running.has(userId)) continue;
      const task = this.#send(userId)
        .catch((error: unknown) => this.#settings.log.warn({ err: error, userId }, 'a user log could not be delivered'))
        .finally(() => this.#running.delete(userId));
      this.#running.set(userId, task);
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

  async #send(userId: string): Promise<void> {
    const { loadEntries, emit } = this.#settings;
    const positions = this.#positions;
    do {
      this.#wanted.delete(userId);
      for (let after = positions.get(userId); after !== undefined; after = positions.get(userId)) {
        const entries = await loadEntries(userId, after, BATCH);
        // The user may have left, or returned with a later position, while the entries were read.
        if (positions.get(userId) !== after) break;
        for (const { seq, push } of entries) {
          if (push !== null) emit(userId, push);
          positions.set(userId, seq);
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
