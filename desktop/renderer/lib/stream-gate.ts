import type { SyncAnswer } from '#shared/api/sync.ts';

/** A push of the person's stream, as it comes down the link. */
export interface NumberedPush {
  seq: number;
}

/** What the gate works with. */
export interface StreamGatePorts {
  fetchMissed: (since: number) => Promise<SyncAnswer>;
  /** Hands a push on; `isMissed` when it was not told at its moment. */
  deliver: (name: string, push: NumberedPush & { isMissed?: true }) => void;
  /** Runs something a little later; a test passes its own. */
  wait: (run: () => void) => void;
  /** Everything that was missed has gone through. */
  onCaughtUp?: () => void;
  /** What was missed is unknown: everything on screen is to be fetched afresh. */
  onReset: () => void;
}

/**
 * Lets each event of the person's stream through once and in order: what comes twice is dropped, and a gap is filled
 * from GET /api/sync before anything later passes. Source: trust.md 1.2.
 */
export class StreamGate {
  private readonly ports: StreamGatePorts;
  /** Place of the last event that went through; null until a place is known. */
  private cursor: number | null = null;
  /** Greatest place heard of. */
  private highest = 0;
  /** Counts sessions, so that an answer for the one before changes nothing. */
  private session = 0;
  private isCatchingUp = false;

  constructor(ports: StreamGatePorts) {
    this.ports = ports;
  }

  /** Begins for the one who is signed in, at the place their session was fetched with; null when that is not known. */
  begin(cursor: number | null): void {
    this.session += 1;
    this.isCatchingUp = false;
    this.cursor = cursor;
    this.highest = cursor ?? 0;
  }

  /** The server says where the stream stands. */
  greet(cursor: number): void {
    if (this.cursor === null) {
      this.cursor = cursor;
      this.highest = cursor;
      this.ports.onReset();
      return;
    }
    this.highest = Math.max(this.highest, cursor);
    if (cursor !== this.cursor) this.catchUp();
  }

  /** An event comes down the link. */
  hear(name: string, push: NumberedPush): void {
    if (this.cursor === null) return this.ports.deliver(name, push);
    if (push.seq <= this.cursor) return;
    this.highest = Math.max(this.highest, push.seq);
    if (this.isCatchingUp || push.seq !== this.cursor + 1) return this.catchUp();
    this.cursor = push.seq;
    this.ports.deliver(name, push);
  }

  /** Asks for what may have been missed; one question at a time. */
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
        // While the link is up no other event may come to ask again.
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
      const answer = await this.ports.fetchMissed(this.cursor ?? 0);
      if (session !== this.session) return;
      for (const { name, push } of answer.events) {
        if (push.seq <= (this.cursor ?? 0)) continue;
        this.cursor = push.seq;
        this.ports.deliver(name, { ...push, isMissed: true });
      }
      this.cursor = answer.isReset ? answer.cursor : Math.max(this.cursor ?? 0, answer.cursor);
      if (answer.isReset) {
        this.highest = answer.cursor;
        this.ports.onReset();
      }
      hasMore = answer.hasMore || this.highest > this.cursor;
    }
  }
}
