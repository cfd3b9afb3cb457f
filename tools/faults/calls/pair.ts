import { setTimeout as wait } from 'node:timers/promises';
import type { CallPushes, CallState } from '#shared/realtime/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { Device } from '../device.ts';
import type { Random } from '../random.ts';
import type { CallRecord } from './check.ts';

const [ANSWER_MS, PAUSE_MS] = [
  { least: 100, most: 1_500 },
  { least: 300, most: 1_500 },
];
const CALL_MS = { least: 2_000, most: 25_000 };
/** The calls of the control are longer than devices have to report after Redis has lost what it knew. */
const SILENT_CALL_MS = { least: CALL_LIMITS.takeUpMs + 15_000, most: CALL_LIMITS.takeUpMs + 16_000 };
const [AGAIN_MS, LOOK_MS] = [300, 50];
const [DECLINED_SHARE, CANCELLED_SHARE] = [0.12, 0.12];

/** What a pair of devices needs. */
export interface CallPairSettings {
  name: string;
  chance: Random;
  records: CallRecord[];
  /** The weakness of a control: the devices do not report that they are in a call. */
  isSilent: boolean;
}

/** One device of a pair and the call that it is in. */
class Side {
  readonly device: Device;
  /** The call that rings at this device, or that it is in. */
  callId: string | null = null;
  private readonly isSilent: boolean;
  private readonly onOver: (callId: string, reason: string) => void;
  private aliveAtMs = 0;

  constructor(device: Device, settings: { isSilent: boolean; onOver: (callId: string, reason: string) => void }) {
    this.device = device;
    this.isSilent = settings.isSilent;
    this.onOver = settings.onOver;
  }

  /** Processes a push as the client does: it reports when it is asked, and leaves what it has left. */
  receive(name: string, payload: unknown): void {
    if (name === 'call-state') this.compare(payload as CallState);
    if (name === 'call-ended') {
      const { callId, reason } = payload as CallPushes['call-ended'];
      this.onOver(callId, reason);
    }
    if (name === 'hello' && this.callId !== null && !this.isSilent)
      void this.device.emit('call-sync', { callId: this.callId });
  }

  /** Reports every 20 s, or at once, that this device is in its call and hears the other one. */
  report(isAtOnce = false): void {
    const { callId } = this;
    const isDue = isAtOnce || performance.now() - this.aliveAtMs >= CALL_LIMITS.aliveEveryMs;
    if (callId === null || this.isSilent || !isDue) return;
    this.aliveAtMs = performance.now();
    void this.device.emit('call-alive', { callId, isReceiving: true });
  }

  private compare({ callId, callerId, calleeId, state, mine, endReason }: CallState): void {
    if (callId === this.callId && state === 'active' && mine) this.report(true);
    else if (callId === this.callId && state === 'ended') this.onOver(callId, endReason ?? 'unknown');
    else if (callId !== this.callId && state !== 'ended' && mine && !this.isSilent)
      void insist(this.device, ['call-ended', { callId, callerId, calleeId }], performance.now() + CALL_LIMITS.ringMs);
  }
}

/** Two members who call each other all the time, with one device each; nothing but the server can end their calls. */
export class CallPair {
  private readonly settings: CallPairSettings;
  private readonly sides: readonly [Side, Side];
  private current: CallRecord | null = null;
  private isOn = false;
  private done = Promise.resolve();

  constructor(devices: readonly [Device, Device], settings: CallPairSettings) {
    this.settings = settings;
    const more = { isSilent: settings.isSilent, onOver: this.over.bind(this) };
    this.sides = [new Side(devices[0], more), new Side(devices[1], more)];
  }

  /** Passes a push to one of the two devices. */
  receive(at: 0 | 1, name: string, payload: unknown): void {
    this.sides[at].receive(name, payload);
  }

  start(): void {
    this.isOn = true;
    this.done = this.run();
  }

  /** Hangs up. Resolves when the end of the last call is acknowledged. */
  stop(): Promise<void> {
    this.isOn = false;
    return this.done;
  }

  private async run(): Promise<void> {
    const { chance } = this.settings;
    while (this.isOn) {
      const [from, to] = chance.next() < 0.5 ? this.sides : this.sides.toReversed();
      if (from && to) await this.call(from, to);
      await wait(chance.between(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  private async call(from: Side, to: Side): Promise<void> {
    const { chance, records, isSilent } = this.settings;
    const ids = { callId: crypto.randomUUID(), callerId: from.device.userId, calleeId: to.device.userId };
    const record: CallRecord = { callId: ids.callId, steps: [], dropped: null };
    const choice = isSilent ? 1 : chance.next();
    from.callId = ids.callId;
    const invite = { ...ids, callerName: this.settings.name, callType: 'voice' };
    const started = await insist(from.device, ['incoming-call', invite], performance.now() + CALL_LIMITS.ringMs);
    records.push(record);
    this.current = record;
    if (started.ok) record.steps.push('invited');
    const until = performance.now() + CALL_LIMITS.ringMs;
    await wait(chance.between(ANSWER_MS.least, ANSWER_MS.most));
    if (choice < CANCELLED_SHARE) await this.end(from, ids, 'cancelled');
    else if (choice < CANCELLED_SHARE + DECLINED_SHARE) await this.decline(to, ids, until);
    else if (await this.answer(to, ids, until)) await this.talk([from, to], ids);
    else await this.end(from, ids, 'gave up');
    this.current = null;
    [from.callId, to.callId] = [null, null];
  }

  private async answer(to: Side, ids: Ids, untilMs: number): Promise<boolean> {
    to.callId = ids.callId;
    const pair = { callId: ids.callId, callerId: ids.callerId, calleeId: ids.calleeId };
    await insist(to.device, ['incoming-call-received', pair], untilMs);
    const ack = await insist(to.device, ['call-accepted', { ...pair, calleeName: this.settings.name }], untilMs);
    if (ack.ok) this.current?.steps.push('answered');
    return ack.ok;
  }

  private async decline(to: Side, ids: Ids, untilMs: number): Promise<void> {
    const ack = await insist(to.device, ['call-rejected', { ...ids, calleeName: this.settings.name }], untilMs);
    if (ack.ok) this.current?.steps.push('declined');
  }

  private async talk(sides: [Side, Side], ids: Ids): Promise<void> {
    const { chance, isSilent } = this.settings;
    const { least, most } = isSilent ? SILENT_CALL_MS : CALL_MS;
    const until = performance.now() + chance.between(least, most);
    while (this.isOn && performance.now() < until && this.current?.dropped === null) {
      for (const side of sides) side.report();
      await wait(LOOK_MS);
    }
    await this.end(chance.pick(sides), ids, 'hung up');
  }

  private async end(side: Side, ids: Ids, step: CallRecord['steps'][number]): Promise<void> {
    const record = this.current;
    // From now on an end is what this pair wants.
    this.current = null;
    const ack = await insist(side.device, ['call-ended', ids], Infinity);
    if (ack.ok) record?.steps.push(step);
  }

  private over(callId: string, reason: string): void {
    if (this.current?.callId === callId && this.current.steps.includes('answered')) this.current.dropped ??= reason;
  }
}

/** Sends an intent, its name and payload, until its acknowledgement is definite. */
async function insist(device: Device, [name, payload]: readonly [string, object], untilMs: number): Promise<Ack> {
  for (;;) {
    const ack = await device.emit(name, payload);
    if (ack.ok || ack.code !== 'UNAVAILABLE' || performance.now() > untilMs) return ack;
    await wait(AGAIN_MS);
  }
}

interface Ids {
  callId: string;
  callerId: string;
  calleeId: string;
}
