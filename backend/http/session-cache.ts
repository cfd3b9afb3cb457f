import { SECOND_MS } from '#shared/time.ts';

/**
 * How long a loaded session may be used again, in milliseconds: the longest time for which a node that missed the
 * signal accepts an ended session.
 */
const KEEP_MS = 2 * SECOND_MS;

/** The most sessions kept; at this number the cache starts anew. */
const KEEP_MAX = 20_000;

/**
 * Keeps what was loaded of the sessions of signed-in users for {@link KEEP_MS}, because every request needs it. What
 * changes or ends a session must call `forget`.
 */
export class SessionCache<Loaded> {
  readonly #entries = new Map<string, { loaded: Loaded; untilMs: number }>();
  readonly #nowMs: () => number;
  #forgotten = 0;

  /** `nowMs` is a monotonic clock in milliseconds. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Returns what is kept of a session, or loads it; `isKept` tells whether the result may be used again. */
  async load(
    sessionId: string,
    load: () => Promise<Loaded | undefined>,
    isKept: (loaded: Loaded) => boolean,
  ): Promise<Loaded | undefined> {
    const entry = this.#entries.get(sessionId);
    if (entry && entry.untilMs > this.#nowMs()) return entry.loaded;
    this.#entries.delete(sessionId);
    const before = this.#forgotten;
    const loaded = await load();
    // What was read before a session changed must not be kept after it.
    if (loaded !== undefined && this.#forgotten === before && isKept(loaded)) {
      if (this.#entries.size >= KEEP_MAX) this.#entries.clear();
      this.#entries.set(sessionId, { loaded, untilMs: this.#nowMs() + KEEP_MS });
    }
    return loaded;
  }

  /** Forgets sessions that have changed or ended. */
  forget(sessionIds: readonly string[]): void {
    this.#forgotten += 1;
    for (const id of sessionIds) this.#entries.delete(id);
  }

  /** Forgets the sessions of which something loaded has changed. */
  forgetWhere(hasChanged: (loaded: Loaded) => boolean): void {
    this.#forgotten += 1;
    for (const [id, { loaded }] of this.#entries) if (hasChanged(loaded)) this.#entries.delete(id);
  }
}
