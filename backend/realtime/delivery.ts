import type { Logger } from 'pino';

/** How often a node looks for what no hint told it of, in milliseconds. Source: trust.md 1.2. */
const LOOK_EVERY_MS = 2_000;
/** Events read at once for one person. */
const BATCH = 200;

/** What the delivery of streams is made of; one event has its place, and its push unless what it was about is gone. */
export interface DeliverySettings<Event> {
  loadPositions: (userIds: readonly string[]) => Promise<Map<string, number>>;
  loadEvents: (userId: string, after: number, limit: number) => Promise<{ seq: number; event: Event | null }[]>;
  emit: (userId: string, event: Event) => void;
  log: Logger;
  lookEveryMs?: number;
}

/** Sends the streams of the people that are connected to this node, each in order. */
export interface Delivery {
  /** Someone has joined their room: answers where their stream stands; all that comes after is sent. */
  admit(userId: string): Promise<number>;
  /** The last socket of someone is gone. */
  dismiss(userId: string): void;
  /** Their streams may have grown. */
  wake(userIds: readonly string[]): void;
  start(): void;
  stop(): Promise<void>;
}

/** Makes the delivery of one node. What a failing database keeps back is looked for again; nothing waits in memory. */
export function createDelivery<Event>({
  loadPositions,
  loadEvents,
  emit,
  log,
  lookEveryMs = LOOK_EVERY_MS,
}: DeliverySettings<Event>): Delivery {
  const positions = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function send(userId: string): Promise<void> {
    do {
      wanted.delete(userId);
      for (let after = positions.get(userId); after !== undefined; after = positions.get(userId)) {
        const events = await loadEvents(userId, after, BATCH);
        // The person may have gone, or come back further on, while the events were read.
        if (positions.get(userId) !== after) break;
        for (const { seq, event } of events) {
          if (event !== null) emit(userId, event);
          positions.set(userId, seq);
        }
        if (events.length < BATCH) break;
      }
    } while (wanted.has(userId));
  }

  function wake(userIds: readonly string[]): void {
    for (const userId of userIds) {
      if (!positions.has(userId)) continue;
      wanted.add(userId);
      if (running.has(userId)) continue;
      const task = send(userId).catch((error: unknown) =>
        log.warn({ err: error, userId }, 'a stream could not be delivered'),
      );
      running.set(
        userId,
        task.finally(() => running.delete(userId)),
      );
    }
  }

  async function look(): Promise<void> {
    const last = await loadPositions([...positions.keys()]);
    wake([...last].flatMap(([userId, seq]) => (seq > (positions.get(userId) ?? 0) ? userId : [])));
  }

  return {
    async admit(userId) {
      const last = (await loadPositions([userId])).get(userId) ?? 0;
      // Another socket's position may be behind: what this one then hears twice it knows by its number.
      if (!positions.has(userId)) positions.set(userId, last);
      return last;
    },
    dismiss: (userId) => void positions.delete(userId),
    wake,
    start() {
      timer ??= setInterval(() => {
        looking ??= look()
          .catch((error: unknown) => log.warn({ err: error }, 'streams could not be looked at'))
          .finally(() => {
            looking = undefined;
          });
      }, lookEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      positions.clear();
      await looking;
      await Promise.all(running.values());
    },
  };
}
