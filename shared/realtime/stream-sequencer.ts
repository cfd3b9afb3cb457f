import type { SyncResponse } from '../api/sync.ts';

/** A push of the user log, as the server sends it. */
export interface NumberedPush {
  seq: number;
}

/** Dependencies of a {@link StreamSequencer}. */
interface SequencerPorts {
  fetchMissed: (since: number) => Promise<SyncResponse>;
  /** Delivers a push; `isMissed` when it was fetched later instead of pushed. */
  deliver: (name: string, push: NumberedPush & { isMissed?: true }) => void;
  /** Runs a function after a delay; a test passes its own. */
  wait: (run: () => void) => void;
  /** Runs when all missed events were delivered. */
  onCaughtUp?: () => void;
  /** Runs when missed events are no longer stored: everything on screen has to be fetched again. */
  onReset: () => void;
}

/**
 * Delivers each event of the user log once and in order: drops repeated events, and fills a gap from GET /api/sync
 * before it delivers anything later.
 */
export class StreamSequencer {
  private readonly ports: SequencerPorts;
  /** Sequence number of the last delivered event; null until one is known. */
  private cursor: number | null = null;
  /** Highest known sequence number. */
  private highest = 0;
  /** Counts sessions, so that a response for the previous one is ignored. */
  private session = 0;
  private isCatchingUp = false;

  constructor(ports: SequencerPorts) {
    this.ports = ports;
  }

  /** Starts for a signed-in user at the sequence number of the session; null when it is unknown. */
  begin(cursor: number | null): void {
    this.session += 1;
    this.isCatchingUp = false;
    this.cursor = cursor;
    this.highest = cursor ?? 0;
  }

  /** Handles the `hello` of a new connection, which contains the latest sequence number. */
  handleHello(cursor: number): void {
    if (this.cursor === null) {
      this.cursor = cursor;
      this.highest = cursor;
      this.ports.onReset();
      return;
    }
    this.highest = Math.max(this.highest, cursor);
    if (cursor !== this.cursor) this.catchUp();
  }

  /** Handles a push of the user log. */
  handle(name: string, push: NumberedPush): void {
    if (this.cursor === null) return this.ports.deliver(name, push);
    if (push.seq <= this.cursor) return;
    this.highest = Math.max(this.highest, push.seq);
    if (this.isCatchingUp || push.seq !== this.cursor + 1) return this.catchUp();
    this.cursor = push.seq;
    this.ports.deliver(name, push);
  }

  /** Fetches the events that may be missing; one request at a time. */
  catchUp(): void {
    if (this.isCatchingUp || this.cursor === null) return;
    this.isCatchingUp = true;
    const { session } = this;
    this.fill(session).then(
      () => {
        if (this.rest(session)) this.ports.onCaughtUp?.();
      },
      () => {
        this.rest(session);
        // While the link is up, there may be no other event that requests them again.
        this.ports.wait(() => session === this.session && this.catchUp());
      },
    );
  }

  private rest(session: number): boolean {
    if (session !== this.session) return false;
    this.isCatchingUp = false;
    return true;
  }

  private async fill(session: number): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const response = await this.ports.fetchMissed(this.cursor ?? 0);
      if (session !== this.session) return;
      for (const { name, push } of response.events) {
        if (push.seq <= (this.cursor ?? 0)) continue;
        this.cursor = push.seq;
        this.ports.deliver(name, { ...push, isMissed: true });
      }
      this.cursor = response.isReset ? response.cursor : Math.max(this.cursor ?? 0, response.cursor);
      if (response.isReset) {
        this.highest = response.cursor;
        this.ports.onReset();
      }
      hasMore = response.hasMore || this.highest > this.cursor;
    }
  }
}
