import { CALL_LIMITS } from '#shared/call-limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import type { StoredCall } from '../domains/calls/call-take-up.ts';
import { applyCallCommand, type CallCommand } from '../domains/calls/call-transitions.ts';
import {
  dueAt,
  liveCallOf,
  roleIn,
  type CallOutcome,
  type CallPush,
  type CallSnapshot,
  type LiveCall,
} from '../domains/calls/live-call.ts';
import {
  ModelDevice,
  type ClientRules,
  type CreateClient,
  type Downward,
  type ModelClient,
  type ModelReturn,
} from './call-device.ts';
import type { Device } from '../realtime/server.ts';

/** Changes the server's part of the protocol for an ablation. */
interface ServerRules {
  /** Replaces the function under test. */
  apply: typeof applyCallCommand;
  hasTimers: boolean;
  noticesAbsence: boolean;
}

/** The rules of one run of the model. */
export interface ModelRules extends ServerRules, ClientRules {}

/** Every rule as it is. */
export const ALL_RULES: ModelRules = {
  apply: applyCallCommand,
  hasTimers: true,
  noticesAbsence: true,
  syncs: true,
  acceptsAgain: true,
  comesBack: true,
};

/** Three users with five devices. */
const DEVICES = ['a1', 'a2', 'b1', 'b2', 'c1'] as const;
const USERS = ['a', 'b', 'c'] as const;
const STEP_MS = 1_000;
/** Media keep a device in a call that has no socket at least for this long. */
const AWAY_MAX_MS = 2 * MINUTE_MS;
/** A device that claims to hear the other side can keep it in a call for so long. */
const LIE_MAX_MS = 12 * MINUTE_MS;

/** One device with its channels, which keep the order and lose what is in them when the socket is lost. */
interface Station {
  device: ModelClient;
  /** False once the page is gone and was not opened again. */
  isOpen: boolean;
  isConnected: boolean;
  /** With what the next document of the tab comes back; null unless the one before was in a call. */
  kept: ModelReturn | null;
  /** The call into which its document comes back; null when it has, or has learnt that the call is over. */
  returnsTo: string | null;
  /** Claims to hear the other side of its call whatever happens. */
  isLiar: boolean;
  up: CallCommand[];
  down: Downward[];
}

function isLying({ isLiar, isConnected, device }: Station): boolean {
  return isLiar && isConnected && device.local.state === 'active';
}

const createModelDevice: CreateClient = (...parts) => new ModelDevice(...parts);

/** A violated invariant. */
class Violation extends Error {}

/**
 * Users who call, answer and hang up on devices that lose their sockets, reload and disappear, on a server that loses
 * its memory, with messages and the clock in any order. Each method that takes a number does one thing;
 * {@link CallModel.settle} ends a run.
 */
export class CallModel {
  private snapshot: CallSnapshot = { calls: {}, users: {} };
  private nowMs = 1_000_000;
  private names = 0;
  private readonly rules: ModelRules;
  private readonly createClient: CreateClient;
  private readonly stations: Station[];
  /** Sockets that are lost and that the server has not noticed yet. */
  private lost: CallCommand[] = [];
  /** Pages whose node has disappeared together with them, so that no node notices. */
  private readonly unnoticed = new Set<string>();
  /** The last record of each call: what a registry takes up that has lost its memory. */
  private readonly rows = new Map<string, LiveCall>();
  private readonly answeredBy = new Map<string, string>();
  private readonly started = new Set<string>();
  private readonly ended = new Set<string>();

  constructor(rules: ModelRules = ALL_RULES, createClient = createModelDevice) {
    this.rules = rules;
    this.createClient = createClient;
    this.stations = DEVICES.map((name) => this.open(name.charAt(0)));
  }

  /** Does what a number says: one of 18 kinds, of one of the devices. */
  act(choice: number): void {
    const station = this.stations[choice % DEVICES.length] as Station;
    const kind = Math.floor(choice / DEVICES.length) % 18;
    const detail = Math.floor(choice / (DEVICES.length * 18));
    if (kind <= 1) this.dial(station, detail);
    else if (kind <= 3) station.device.answer();
    else if (kind === 4) station.device.decline();
    else if (kind === 5) station.device.hangUp();
    else if (kind === 6) this.disconnect(station);
    else if (kind === 7) this.connect(station);
    else if (kind === 8) this.reload(station, detail % 4);
    else if (kind === 9) this.vanish(station, detail % 4 === 0);
    else if (kind === 10) this.notice();
    else if (kind === 11) this.wait([1, 5, 16, 31][detail % 4] ?? 1);
    else if (kind === 12) this.forge(station, detail);
    else if (kind === 13) this.restart(detail % 2 === 0);
    else if (kind === 14) station.isLiar ||= detail % 8 === 0;
    // Runs in which nothing arrives for long seldom have a call that is answered.
    else if (detail % 4 === 3) this.arrive();
    else this.deliver(station, detail);
  }

  /** Ends a run: everything arrives, and time passes. @throws Violation. */
  settle(): void {
    for (const station of this.stations) if (station.isOpen) this.connect(station);
    this.arrive();
    this.checkDevices();
    // Who has disappeared is noticed, and nothing rings any more.
    while (this.lost.length > 0) this.notice();
    for (let second = 0; second <= CALL_LIMITS.ringMs / STEP_MS; second += 1) {
      this.wait(1);
      this.arrive();
    }
    this.checkDevices();
    if (!this.stations.some(({ isLiar }) => isLiar)) this.checkParties(this.unnoticed);
    for (let part = 0; part < 6; part += 1) {
      this.wait(19);
      this.arrive();
    }
    this.checkDevices();
    if (this.stations.some(isLying)) this.outlastLies();
    this.checkParties();
    this.checkHistory();
  }

  private outlastLies(): void {
    const endsAt = this.nowMs + LIE_MAX_MS;
    while (this.nowMs < endsAt && this.stations.some(isLying)) {
      this.wait(10);
      this.arrive();
    }
  }

  private name(prefix: string): string {
    this.names += 1;
    return `${prefix}${this.names}`;
  }

  private open(userId: string): Station {
    const channels = { isOpen: true, isConnected: true, isLiar: false, kept: null, returnsTo: null, up: [], down: [] };
    return Object.assign(channels, { device: this.openPage(channels, userId) });
  }

  private openPage(channels: Pick<Station, 'isConnected' | 'up' | 'kept'>, userId: string): ModelClient {
    const { kept } = channels;
    const partyId = kept?.partyId ?? this.name(`${userId}-page`);
    const send = (command: CallCommand): unknown => channels.isConnected && channels.up.push(command);
    const client: ModelClient = this.createClient(
      { identity: { userId, partyId, socketId: this.name('socket') }, kept },
      {
        send,
        invite: (from, callId, peer) => void send(this.inviteOf(from, callId, peer)),
        bye: () => void this.peerOf(client)?.down.push({ byeFrom: client.identity.partyId }),
      },
      this.rules,
    );
    return client;
  }

  /** The open page that a device in an active call is connected to. */
  private peerOf({ local }: ModelClient): Station | undefined {
    if (local.state !== 'active') return undefined;
    return this.stations.find(
      ({ isOpen, device: { identity, local: other } }) =>
        isOpen && identity.userId === local.peer && other.state === 'active' && other.callId === local.callId,
    );
  }

  private inviteOf(from: Device, callId: string, peer: string): CallCommand {
    return {
      kind: 'invite',
      from,
      caller: { userId: from.userId, name: from.userId, photo: null },
      callee: { userId: peer, name: peer, photo: null },
      callId,
      isIdNew: false,
      isIdUsed: this.started.has(callId),
      callType: 'voice',
      route: 'direct',
    };
  }

  private dial(station: Station, detail: number): void {
    if (!station.isConnected || !station.isOpen) return;
    station.returnsTo = null;
    const others = USERS.filter((user) => user !== station.device.identity.userId);
    station.device.dial(this.name('call'), others[detail % others.length] as string, this.nowMs);
  }

  private disconnect(station: Station): void {
    if (!station.isConnected) return;
    station.isConnected = false;
    station.up = [];
    station.down = [];
    this.lost.push({ kind: 'absent', from: station.device.identity });
    station.device.disconnected();
  }

  private connect(station: Station): void {
    if (station.isConnected) return;
    if (!station.isOpen) return this.load(station);
    station.isConnected = true;
    const socketId = this.name('socket');
    this.apply({ kind: 'present', from: { ...station.device.identity, socketId } });
    station.device.reconnected(socketId);
  }

  /** A page is loaded again or closed, after it has said so or not, as when it has crashed. */
  private reload(station: Station, how: number): void {
    station.kept = null;
    if (how !== 3) {
      station.kept = station.device.leave();
      for (const command of station.up.splice(0)) this.handle(station, command);
    }
    this.disconnect(station);
    station.isOpen = false;
    // Otherwise it loads for a while, or the tab is closed.
    if (how !== 2) this.load(station);
  }

  /** The next document of a tab. */
  private load(station: Station): void {
    const { userId } = station.device.identity;
    const { kept } = station;
    Object.assign(station, { isOpen: true, isConnected: true, device: this.openPage(station, userId) });
    station.kept = null;
    station.returnsTo = kept?.callId ?? null;
    this.apply({ kind: 'present', from: station.device.identity });
  }

  private vanish(station: Station, withNode: boolean): void {
    station.kept = null;
    this.disconnect(station);
    station.isOpen = false;
    if (!withNode) return;
    const { partyId } = station.device.identity;
    this.unnoticed.add(partyId);
    this.lost = this.lost.filter((command) => !('from' in command) || command.from.partyId !== partyId);
  }

  /** The server loses its memory: a single one with all sockets, or the Redis of several nodes without them. */
  private restart(isSingle: boolean): void {
    if (isSingle) {
      for (const station of this.stations) this.disconnect(station);
      this.lost = [];
    }
    this.snapshot = { calls: {}, users: {} };
    // The newest first, as the server reads them (loadStoredCalls).
    for (const row of [...this.rows.values()].toReversed())
      if (row.endedAt === null || row.endedAt > this.nowMs - CALL_LIMITS.endedMs)
        this.apply({ kind: 'take-up', call: asRow(row) });
  }

  /** The server notices that a socket is lost. */
  private notice(): void {
    const command = this.lost.shift();
    if (command && this.rules.noticesAbsence) this.apply(command);
  }

  /** Lets seconds pass: timers of the server and of the clients. */
  private wait(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.nowMs += STEP_MS;
      for (const station of this.stations) {
        if (!station.isOpen) continue;
        station.device.tick(this.nowMs, this.peerOf(station.device)?.device.identity.partyId ?? null);
        this.lie(station);
      }
      if (!this.rules.hasTimers) continue;
      for (const call of Object.values(this.snapshot.calls)) {
        const due = dueAt(call);
        if (due !== null && due <= this.nowMs) this.apply({ kind: 'time', callId: call.id });
      }
    }
  }

  private lie(station: Station): void {
    const { identity: from, callId } = station.device;
    // Its acknowledgement would be one that the client does not expect.
    if (isLying(station) && callId !== null) this.apply({ kind: 'alive', isReceiving: true, from, callId });
  }

  /** Moves the next message of one channel of a device; upwards first. */
  private deliver(station: Station, detail: number): void {
    const command = detail % 2 === 0 || station.down.length === 0 ? station.up.shift() : undefined;
    if (command) return this.handle(station, command);
    const message = station.down.shift();
    if (!message || !station.isOpen) return;
    const isFree = station.device.callId === null;
    station.device.receive(message);
    if (isFree && 'push' in message) checkReturn(station, message.push);
  }

  private arrive(): void {
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      for (const station of this.stations)
        while (station.up.length + station.down.length > 0) {
          isMoving = true;
          this.deliver(station, 0);
        }
    }
  }

  private handle(station: Station, command: CallCommand): void {
    const { ack } = this.apply(command);
    const callId = 'callId' in command ? command.callId : null;
    station.down.push({ ack, kind: command.kind, callId });
  }

  /** A device sends something about a call of other users. */
  private forge(station: Station, detail: number): void {
    const { identity: from } = station.device;
    const ids = Object.keys(this.snapshot.calls).filter((id) => {
      const call = this.snapshot.calls[id];
      return call && roleIn(call, from.userId) === null;
    });
    const callId = ids[detail % Math.max(1, ids.length)];
    if (callId === undefined || !station.isConnected) return;
    const kinds = ['received', 'accept', 'busy', 'sync', 'alive', 'reject', 'end', 'invite'] as const;
    const kind = kinds[Math.floor(detail / 4) % kinds.length] ?? 'end';
    const more = { reason: kind === 'reject' ? 'declined' : undefined, isReceiving: false };
    const command =
      kind === 'invite' ? this.inviteOf(from, callId, 'a') : ({ kind, from, callId, ...more } as CallCommand);
    const before = JSON.stringify(this.snapshot);
    const { pushes } = this.apply(command);
    const isHeard = pushes.some(({ to }) => to.partyId !== from.partyId);
    if (isHeard || JSON.stringify(this.snapshot) !== before) throw new Violation(`a forged ${kind} has an effect`);
  }

  private apply(command: CallCommand): CallOutcome {
    const before = this.snapshot;
    const outcome = this.rules.apply(before, command, this.nowMs);
    this.snapshot = outcome.snapshot;
    for (const push of outcome.pushes) this.send(push);
    for (const record of outcome.records) {
      const { id, endedAt } = record;
      this.started.add(id);
      this.rows.set(id, record);
      if (endedAt === null) continue;
      this.checkLost(record);
      if (this.ended.has(id)) throw new Violation('a call has ended twice');
      this.ended.add(id);
    }
    this.checkCalls();
    if (command.kind === 'invite') {
      checkGlare(before, this.snapshot, command);
      checkCrossing(before, outcome, command);
    }
    return outcome;
  }

  private send(push: CallPush): void {
    for (const { device, isConnected, down } of this.stations) {
      const { userId, partyId } = device.identity;
      const { to } = push;
      if (!isConnected || userId !== to.userId || partyId === to.exceptPartyId) continue;
      if (to.partyId === undefined || to.partyId === partyId) down.push({ push });
    }
  }

  private checkCalls(): void {
    const busy = new Set<string>();
    for (const { id, caller, callee, endedAt } of Object.values(this.snapshot.calls)) {
      const answeredBy = this.answeredBy.get(id);
      if (callee.partyId !== null) this.answeredBy.set(id, callee.partyId);
      if (answeredBy !== undefined && callee.partyId !== answeredBy)
        throw new Violation('the device that answered has changed');
      if (endedAt !== null) continue;
      for (const { userId } of [caller, callee]) {
        if (busy.has(userId)) throw new Violation('a user is in two calls');
        busy.add(userId);
        if (this.snapshot.users[userId] !== id) throw new Violation('a live call does not make its user busy');
      }
    }
  }

  /** A call does not end as lost while its devices hear each other, one is connected and none is away for long. */
  private checkLost({ endReason, answeredAt, caller, callee }: LiveCall): void {
    if (endReason !== 'lost' || answeredAt === null) return;
    const sides = [caller, callee].flatMap(({ partyId, absentAt }) => {
      const station = this.stations.find(({ device }) => device.identity.partyId === partyId);
      const isAway = absentAt !== null && this.nowMs - absentAt > AWAY_MAX_MS;
      // What it has sent and has not arrived may say that it hears the other side.
      return station?.isOpen && station.up.length === 0 && this.peerOf(station.device) && !isAway ? [station] : [];
    });
    if (sides.length === 2 && sides.some(({ isConnected }) => isConnected))
      throw new Violation('a call has ended whose devices hear each other');
  }

  /** No device rings or talks without a call of the server in which it is. */
  private checkDevices(): void {
    for (const { device, isConnected } of this.stations) {
      const { local, identity } = device;
      if (local.state === 'idle' || !isConnected) continue;
      const call = liveCallOf(this.snapshot, identity.userId);
      const role = call && roleIn(call, identity.userId);
      if (!call || !role || call.id !== local.callId) throw new Violation(`${local.state} in a dead call`);
      const isMine = call[role].partyId === identity.partyId;
      const state = call.answeredAt !== null ? 'active' : role === 'caller' ? 'outgoing' : 'incoming';
      if (local.state !== state || (state !== 'incoming' && !isMine))
        throw new Violation(`${local.state}, but the server has the device as ${isMine ? state : 'none'}`);
    }
  }

  /** Both sides of every live call are devices that are in it. */
  private checkParties(unnoticed: ReadonlySet<string> = new Set()): void {
    for (const call of Object.values(this.snapshot.calls)) {
      if (call.endedAt !== null) continue;
      for (const { partyId } of [call.caller, call.callee]) {
        if (partyId !== null && unnoticed.has(partyId)) continue;
        const party = this.stations.find(({ device, isOpen }) => isOpen && device.identity.partyId === partyId);
        if (party?.device.callId !== call.id) throw new Violation('a side of a call is no longer in it');
      }
    }
  }

  /** Every call has one row, which ends once the call has. */
  private checkHistory(): void {
    for (const id of this.started) {
      const isLive = this.snapshot.calls[id]?.endedAt === null;
      if (isLive === this.ended.has(id)) throw new Violation('a call has ended without its row');
    }
  }
}

/** A page that was loaded again is in its call as soon as it learns that this goes on, unless it has called someone. */
function checkReturn(station: Station, { name, payload }: CallPush): void {
  if (name !== 'call-state' || payload.callId !== station.returnsTo) return;
  station.returnsTo = null;
  if (payload.state === 'active' && payload.mine && station.device.callId !== payload.callId)
    throw new Violation('a page has not come back into its call');
}

/** Returns what the row of a call has of it. */
function asRow({ caller, callee, ...call }: LiveCall): StoredCall {
  const { id, type, route, replaces, createdAt, ringingAt, answeredAt, endedAt, endReason, endedBy } = call;
  const sideOf = ({ userId, name, photo, partyId }: LiveCall['caller']) => ({ userId, name, photo, partyId });
  const fields = { id, type, route, replaces, createdAt, ringingAt, answeredAt, endedAt, endReason, endedBy };
  return { ...fields, seenAt: null, caller: sideOf(caller), callee: sideOf(callee) };
}

/** Two users who call each other are in one call. */
function checkGlare(
  before: CallSnapshot,
  after: CallSnapshot,
  { from, callee, callId, isIdUsed }: CallCommand & { kind: 'invite' },
) {
  const ringing = liveCallOf(before, from.userId);
  const isNew = !before.calls[callId] && !isIdUsed;
  const isGlare = isNew && ringing?.answeredAt === null && ringing.caller.userId === callee.userId;
  if (isGlare && after.calls[ringing.id]?.answeredAt === null)
    throw new Violation('two who call each other are not joined');
}

/** A user who calls while a call of a third one rings is in the own call, unless its callee is busy. */
function checkCrossing(before: CallSnapshot, { snapshot }: CallOutcome, command: CallCommand & { kind: 'invite' }) {
  const { from, callee, callId, isIdUsed } = command;
  const ringing = liveCallOf(before, from.userId);
  const isCrossing = ringing?.answeredAt === null && ringing.callee.userId === from.userId;
  if (!isCrossing || ringing.caller.userId === callee.userId || before.calls[callId] || isIdUsed) return;
  if (snapshot.calls[ringing.id]?.endReason !== 'busy' || !snapshot.calls[callId])
    throw new Violation('two calls that cross have both failed');
}
