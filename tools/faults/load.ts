import type { Chance } from './chance.ts';
import { subjectOf } from './checker.ts';
import type { Device } from './device.ts';
import type { HeardEvent, Journal } from './journal.ts';

/** What one device does: a message about this often while few wait, and a look back into its stream. */
const WRITE_EVERY_MS = 150;
const WAITING_MAX = 15;
/**
 * With whom one writes at a time, and for how long: with everybody at once a short outage would fail so many sends that
 * the circuit opens.
 */
const PEERS_AT_ONCE = 3;
const PEERS_CHANGE_MS = 6_000;
const LOOK_BACK_EVERY_MS = 4_000;
const LOOK_BACK_EVENTS = 40;
/** Share of the messages heard that are marked as read, and of those marks that name an older place. */
const READ_SHARE = 0.12;
const STALE_SHARE = 0.15;
const READ_WITHIN_MS = 400;

/** A device with whom its person writes with. */
interface Member {
  device: Device;
  peerIds: readonly string[];
}

/** Whom a device writes with at the moment. */
interface Writer extends Member {
  current: readonly string[];
}

/** Lets devices write, read and look back until it is stopped. */
export class Load {
  private readonly writers: Writer[] = [];
  private readonly chance: Chance;
  private readonly journal: Journal;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();
  private isOn = false;
  /** Looks back that were compared with what the device had heard. */
  looks = 0;

  constructor({ chance, journal }: { chance: Chance; journal: Journal }) {
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

  /** Ends it; resolves once no request of its own is under way. Outboxes go on. */
  async stop(): Promise<void> {
    this.isOn = false;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  /** A device was handed a message: now and then its person reads it, sometimes late. */
  heard(
    device: Device,
    { senderId, receiverId, conversationSeq }: { senderId: string; receiverId: string; conversationSeq: number },
  ): void {
    if (!this.isOn || receiverId !== device.userId || this.chance.next() >= READ_SHARE) return;
    const upToSeq =
      this.chance.next() < STALE_SHARE ? Math.max(1, conversationSeq - this.chance.between(1, 10)) : conversationSeq;
    this.later(this.chance.next() * READ_WITHIN_MS, () => this.track(device.read(senderId, upToSeq)));
  }

  /** What waits for the ones before is sent first, or an outage would meet more than these three at once. */
  private turnTo(writer: Writer): void {
    if (writer.device.waiting === 0)
      writer.current = Array.from({ length: PEERS_AT_ONCE }, () => this.chance.pick(writer.peerIds));
  }

  private write({ device, current }: Writer): void {
    if (device.waiting < WAITING_MAX) device.write(this.chance.pick(current));
  }

  /** What the stream holds of the past must be what the device was handed of it. */
  private async lookBack(device: Device): Promise<void> {
    const since = Math.max(device.startedAt, device.cursor - LOOK_BACK_EVENTS);
    const heard = new Map(
      (this.journal.heard.get(device.name) ?? []).slice(-LOOK_BACK_EVENTS).map((event) => [event.seq, event]),
    );
    const answer = await device.sync(since);
    if (answer.isReset) this.journal.contradictions.push(`${device.name}: the stream no longer knows place ${since}`);
    for (const { name, push } of answer.events) {
      const event = heard.get(push.seq);
      if (event && !isSame(event, { name, push }))
        this.journal.contradictions.push(`${device.name}: place ${push.seq} holds something else than it did`);
    }
    this.looks += 1;
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

  /** Reading and looking back may fail while the servers are away; a person would try again. */
  private track(work: Promise<unknown>): void {
    const done = work.catch(() => undefined).finally(() => this.running.delete(done));
    this.running.add(done);
  }
}

function isSame(event: HeardEvent, { name, push }: { name: string; push: object }): boolean {
  const { id, readerId, conversationId, upToSeq } = push as Record<string, unknown>;
  if (event.name === 'other') return event.kind === name;
  return (
    event.name === name &&
    subjectOf(event) ===
      (name === 'new-message' ? String(id) : `${String(readerId)} ${String(conversationId)} ${String(upToSeq)}`)
  );
}
