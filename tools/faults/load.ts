import type { Random } from './random.ts';
import { subjectOf } from './checker.ts';
import type { Device } from './device.ts';
import type { ReceivedEvent, Journal } from './journal.ts';

/** Pace of one device: mean time between messages while few are unsent, and between re-reads of its log. */
const WRITE_EVERY_MS = 150;
const WAITING_MAX = 15;
/**
 * How many peers a device writes to at a time, and for how long. With all peers at once, a short outage would fail so
 * many sends that the circuit breaker opens.
 */
const PEERS_AT_ONCE = 3;
const PEERS_CHANGE_MS = 6_000;
const LOOK_BACK_EVERY_MS = 4_000;
const LOOK_BACK_EVENTS = 40;
/** Share of received messages that are marked as read, and of those marks that name an older position. */
const READ_SHARE = 0.12;
const STALE_SHARE = 0.15;
const READ_WITHIN_MS = 400;

/** A device with the members it writes to. */
interface Member {
  device: Device;
  peerIds: readonly string[];
}

/** The members that a device writes to at the moment. */
interface Writer extends Member {
  current: readonly string[];
}

/** Makes devices write, read and re-read their log until it is stopped. */
export class Load {
  private readonly writers: Writer[] = [];
  private readonly chance: Random;
  private readonly journal: Journal;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();
  private isOn = false;
  /** Number of re-reads that were compared with what the device had received. */
  rereads = 0;

  constructor({ chance, journal }: { chance: Random; journal: Journal }) {
    this.chance = chance;
    this.journal = journal;
  }

  add(member: Member): void {
    this.writers.push({ ...member, current: [] });
  }

  start(): void {
    this.isOn = true;
    for (const writer of this.writers) {
      this.turnTo(writer);
      this.every(PEERS_CHANGE_MS, () => this.turnTo(writer));
      this.every(WRITE_EVERY_MS, () => this.write(writer));
      this.every(LOOK_BACK_EVERY_MS, () => this.track(this.lookBack(writer.device)));
    }
  }

  /** Stops the load. Resolves when its requests have ended; send queues continue. */
  async stop(): Promise<void> {
    this.isOn = false;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  /** A device received a message: sometimes its member reads it, sometimes late. */
  received(
    device: Device,
    { senderId, receiverId, conversationSeq }: { senderId: string; receiverId: string; conversationSeq: number },
  ): void {
    if (!this.isOn || receiverId !== device.userId || this.chance.next() >= READ_SHARE) return;
    const upToSeq =
      this.chance.next() < STALE_SHARE ? Math.max(1, conversationSeq - this.chance.between(1, 10)) : conversationSeq;
    this.later(this.chance.next() * READ_WITHIN_MS, () => this.track(device.read(senderId, upToSeq)));
  }

  /** Sends waiting messages first; otherwise an outage would hit more than these three at once. */
  private turnTo(writer: Writer): void {
    if (writer.device.waiting === 0)
      writer.current = Array.from({ length: PEERS_AT_ONCE }, () => this.chance.pick(writer.peerIds));
  }

  private write({ device, current }: Writer): void {
    if (device.waiting < WAITING_MAX) device.write(this.chance.pick(current));
  }

  /** Compares older entries of the log with what the device received. */
  private async lookBack(device: Device): Promise<void> {
    const since = Math.max(device.startedAt, device.cursor - LOOK_BACK_EVENTS);
    const received = new Map(
      (this.journal.received.get(device.name) ?? []).slice(-LOOK_BACK_EVENTS).map((event) => [event.seq, event]),
    );
    const response = await device.sync(since);
    if (response.isReset) this.journal.contradictions.push(`${device.name}: the log no longer contains ${since}`);
    for (const { name, push } of response.events) {
      const event = received.get(push.seq);
      if (event && !isSame(event, { name, push }))
        this.journal.contradictions.push(`${device.name}: number ${push.seq} differs from what was received`);
    }
    this.rereads += 1;
  }

  private every(ms: number, run: () => void): void {
    this.later(ms * (0.5 + this.chance.next()), () => {
      run();
      this.every(ms, run);
    });
  }

  private later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (this.isOn) run();
    }, ms);
    this.timers.add(timer);
  }

  /** Reading may fail while the servers are unreachable; a member would try again. */
  private track(work: Promise<unknown>): void {
    const done = work.catch(() => undefined).finally(() => this.running.delete(done));
    this.running.add(done);
  }
}

function isSame(event: ReceivedEvent, { name, push }: { name: string; push: object }): boolean {
  const { id, readerId, conversationId, upToSeq } = push as Record<string, unknown>;
  if (event.name === 'other') return event.kind === name;
  return (
    event.name === name &&
    subjectOf(event) ===
      (name === 'new-message' ? String(id) : `${String(readerId)} ${String(conversationId)} ${String(upToSeq)}`)
  );
}
