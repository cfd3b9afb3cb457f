import type { CallCommand } from '../../../backend/domains/calls/call-transitions.ts';
import type {
  CreateClient,
  Downward,
  Local,
  ModelClient,
  ModelPage,
  ModelReturn,
  Uplink,
} from '../../../backend/testing/call-device.ts';
import type { KeptCall } from '../../renderer/features/calls/kept-call.ts';
import { advance } from '../../renderer/features/calls/session/call-machine.ts';
import { keptOf } from '../../renderer/features/calls/session/call-return.ts';
import {
  idleState,
  type CallEffect,
  type CallEvent,
  type CallIntent,
  type CallMachineState,
  type CallPush,
  type CallTimer,
} from '../../renderer/features/calls/session/call-state.ts';

type Device = ModelClient['identity'];

/** Time of one tick, in milliseconds. */
const TICK_MS = 1_000;
const LOST = { ok: false, code: 'UNAVAILABLE' } as const;

/**
 * A client of the model of calls that runs the product's machine. It does what the controller does with events, timers
 * and lost ends of calls; sound arrives as soon as both devices are in the call.
 */
class MachineClient implements ModelClient {
  identity: Device;
  private readonly up: Uplink;
  private readonly step: typeof advance;
  private state: CallMachineState;
  private readonly timers = new Map<CallTimer, number>();
  private readonly queue: CallEvent[] = [];
  private isRunning = false;
  private isLinked = true;
  /** Intents without an acknowledgement, in order. */
  private pending: CallIntent[] = [];
  /** Ends of calls that are sent again when the link is back. */
  private unsent: CallIntent[] = [];

  constructor({ identity, kept }: ModelPage, up: Uplink, step: typeof advance) {
    this.identity = identity;
    this.up = up;
    this.step = step;
    this.state = idleState(identity.userId, kept as KeptCall | null);
  }

  get local(): Local {
    const { call } = this.state;
    if (!call) return { state: 'idle' };
    const { callId, peer } = call;
    if (call.phase === 'outgoing') return { state: 'outgoing', callId, peer: peer.id, sinceMs: 0 };
    return { state: call.step === 'answering' ? 'answering' : call.phase, callId, peer: peer.id };
  }

  get callId(): string | null {
    return this.state.call?.callId ?? null;
  }

  dial(callId: string, peer: string): void {
    const { isLinked } = this;
    this.dispatch({ type: 'dial', callId, peer: { id: peer, name: peer, photo: null }, callType: 'voice', isLinked });
  }

  answer(): void {
    if (this.callId !== null) this.dispatch({ type: 'answer', callId: this.callId, isMicOn: true, isCameraOn: true });
  }

  decline(): void {
    if (this.callId !== null) this.dispatch({ type: 'decline', callId: this.callId });
  }

  hangUp(): void {
    this.dispatch({ type: 'hang-up' });
  }

  leave(): ModelReturn | null {
    const { call } = this.state;
    const mayReturn = call?.phase === 'active';
    this.dispatch({ type: 'leave', mayReturn });
    return mayReturn ? { partyId: this.identity.partyId, ...keptOf(call) } : null;
  }

  tick(_nowMs: number, mediaFrom: string | null): void {
    this.followMedia(mediaFrom);
    for (const [timer, ms] of this.timers) this.timers.set(timer, ms - TICK_MS);
    for (const timer of this.timers.keys()) {
      // An earlier one may have stopped it.
      if ((this.timers.get(timer) ?? 1) > 0) continue;
      this.timers.delete(timer);
      this.dispatch({ type: 'timer', timer });
    }
  }

  disconnected(): void {
    this.isLinked = false;
    for (const intent of this.pending.splice(0)) this.fail(intent);
  }

  reconnected(socketId: string): void {
    this.identity = { ...this.identity, socketId };
    this.isLinked = true;
    for (const intent of this.unsent.splice(0)) this.emit(intent);
    this.dispatch({ type: 'linked' });
  }

  receive(message: Downward): void {
    if ('byeFrom' in message) this.dispatch({ type: 'peer', partyId: message.byeFrom, event: { type: 'bye' } });
    else if ('ack' in message) this.acknowledge(this.pending.shift(), message.ack);
    else
      this.dispatch({ type: 'push', name: message.push.name, push: { ...message.push.payload, at: '' } } as CallPush);
  }

  private followMedia(mediaFrom: string | null): void {
    const { call } = this.state;
    if (call?.phase !== 'active' || call.peerPartyId === null) return;
    const isArriving = mediaFrom === call.peerPartyId;
    const type = isArriving
      ? ({ connecting: 'media', reconnecting: 'flowing' } as const)[call.step as string]
      : call.step === 'connected'
        ? 'stalled'
        : undefined;
    if (type) this.dispatch({ type: 'peer', partyId: call.peerPartyId, event: { type } });
  }

  private dispatch(event: CallEvent): void {
    this.queue.push(event);
    if (this.isRunning) return;
    this.isRunning = true;
    for (let current = this.queue.shift(); current; current = this.queue.shift()) {
      const { state, effects } = this.step(this.state, current);
      // Over the data channel, while the call is still the own one.
      if (effects.some(({ type }) => type === 'bye')) this.up.bye();
      this.state = state;
      for (const effect of effects) this.run(effect);
    }
    this.isRunning = false;
  }

  private run(effect: CallEffect): void {
    if (effect.type === 'emit') this.emit(effect);
    else if (effect.type === 'start-timer') this.timers.set(effect.timer, effect.ms);
    else if (effect.type === 'stop-timer') this.timers.delete(effect.timer);
    else if (effect.type === 'end') this.timers.clear();
  }

  private emit(intent: CallIntent): void {
    if (intent.name === 'call-signal') return;
    if (!this.isLinked) return this.fail(intent);
    this.pending.push(intent);
    if (intent.name === 'incoming-call') {
      const { callId = '', calleeId } = intent.payload;
      this.up.invite(this.identity, callId, calleeId);
    } else this.up.send(toCommand(this.identity, intent));
  }

  private fail(intent: CallIntent): void {
    if (intent.name === 'call-ended' || intent.name === 'call-rejected') this.unsent.push(intent);
    else this.acknowledge(intent, LOST);
  }

  private acknowledge(intent: CallIntent | undefined, ack: Extract<Downward, { ack: unknown }>['ack']): void {
    const callId = intent?.payload.callId;
    if (callId === undefined) return;
    if (intent?.name === 'incoming-call') this.dispatch({ type: 'invited', callId, ack });
    else if (intent?.name === 'call-accepted') this.dispatch({ type: 'accepted', callId, ack });
  }
}

const KINDS = {
  'incoming-call-received': 'received',
  'call-accepted': 'accept',
  'call-rejected': 'reject',
  'call-busy': 'busy',
  'call-ended': 'end',
  'call-alive': 'alive',
  'call-away': 'away',
  'call-sync': 'sync',
} as const;

/** Returns the command that the server makes of an intent. */
function toCommand(
  from: Device,
  { name, payload }: Exclude<CallIntent, { name: 'incoming-call' | 'call-signal' }>,
): CallCommand {
  const { callerId, calleeId, callId = null, ...more } = { callerId: undefined, calleeId: undefined, ...payload };
  const isCaller = callerId === from.userId;
  const sides = callerId !== undefined && {
    peerId: isCaller ? calleeId : callerId,
    role: isCaller ? 'caller' : 'callee',
  };
  return { kind: KINDS[name], from, callId, ...sides, ...more } as CallCommand;
}

/** Makes clients that run the machine of the product, or a changed one. */
export function createMachineClients(step = advance): CreateClient {
  return (page, up) => new MachineClient(page, up, step);
}
