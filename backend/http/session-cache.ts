import { SECOND_MS } from '#shared/time.ts';

/**
 * How long a loaded session may be used again, in milliseconds: the longest time for which a node that missed the
 * signal accepts an ended session.
 */
const REUSE_MS = 2 * SECOND_MS;

/** Most sessions in the cache; it is cleared when this number is reached. */
const SESSIONS_MAX = 20_000;

/**
 * Caches the loaded sessions of signed-in users for {@link REUSE_MS}, because every request needs them. Code that
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

  /** Returns a cached session, or loads it; `isCacheable` decides whether a loaded one is cached. */
  async load(
    sessionId: string,
    load: () => Promise<Loaded | undefined>,
    isCacheable: (loaded: Loaded) => boolean,
  ): Promise<Loaded | undefined> {
    const entry = this.#entries.get(sessionId);
    if (entry && entry.untilMs > this.#nowMs()) return entry.loaded;
    this.#entries.delete(sessionId);
    const before = this.#forgotten;
    const loaded = await load();
    // A session that changed while it was read is not cached.
    if (loaded !== undefined && this.#forgotten === before && isCacheable(loaded)) {
      if (this.#entries.size >= SESSIONS_MAX) this.#entries.clear();
      this.#entries.set(sessionId, { loaded, untilMs: this.#nowMs() + REUSE_MS });
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
