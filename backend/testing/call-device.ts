import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { CallCommand } from '../domains/calls/call-transitions.ts';
import type { CallPush } from '../domains/calls/live-call.ts';
import type { Device } from '../realtime/server.ts';

/** What a client knows of its call. */
export type Local =
  | { state: 'idle' }
  | { state: 'outgoing'; callId: string; peer: string; sinceMs: number }
  | { state: 'incoming' | 'answering' | 'active'; callId: string; peer: string };

/** What a device receives, in order: pushes and acknowledgements, and the end of a call from the other device. */
export type Downward =
  | { push: CallPush }
  | { ack: Ack; kind: CallCommand['kind']; callId: string | null }
  | { byeFrom: string };

/** Rules of the client that the model can leave out, to prove that it finds what they prevent. */
export interface ClientRules {
  syncs: boolean;
  acceptsAgain: boolean;
  comesBack: boolean;
}

/** What the document of a tab has when another one follows it: the party of both, and the call that it was in. */
export interface ModelReturn {
  partyId: string;
  callId: string;
}

/** What a modelled device sends through. */
export interface Uplink {
  send(command: CallCommand): void;
  /** Sends an invitation; repeats have the same id. */
  invite(from: Device, callId: string, peer: string): void;
  /** Ends the call for the device on its other side, without the server. */
  bye(): void;
}

/** A client of the model. */
export interface ModelClient {
  readonly local: Local;
  readonly identity: Device;
  readonly callId: string | null;
  dial(callId: string, peer: string, nowMs: number): void;
  answer(): void;
  decline(): void;
  hangUp(): void;
  /**
   * The page is closed and can still send. Returns what its next document comes back with; null when there is nothing
   * to come back into.
   */
  leave(): ModelReturn | null;
  /** A second has passed; `mediaFrom` is the device whose sound arrives. */
  tick(nowMs: number, mediaFrom: string | null): void;
  disconnected(): void;
  /** The page has connected again with a new socket. */
  reconnected(socketId: string): void;
  receive(message: Downward): void;
}

/** The page of a client, and with what it comes back into a call of the document before. */
export interface ModelPage {
  identity: Device;
  kept: ModelReturn | null;
}

/** Creates the client of a page. */
export type CreateClient = (page: ModelPage, up: Uplink, rules: ClientRules) => ModelClient;

/** A device as the model of the server needs it: the client's part of the protocol in its simplest form. */
export class ModelDevice implements ModelClient {
  local: Local = { state: 'idle' };
  identity: Device;
  private readonly up: Uplink;
  private readonly rules: ClientRules;
  /** Calls that this page has left. */
  private readonly left = new Set<string>();
  private aliveAt = 0;
  /** The call of the document before, until this one calls. */
  private keptId: string | null;

  constructor({ identity, kept }: ModelPage, up: Uplink, rules: ClientRules) {
    this.identity = identity;
    this.up = up;
    this.rules = rules;
    this.keptId = kept?.callId ?? null;
  }

  get callId(): string | null {
    return this.local.state === 'idle' ? null : this.local.callId;
  }

  dial(callId: string, peer: string, nowMs: number): void {
    if (this.local.state !== 'idle') return;
    this.keptId = null;
    this.local = { state: 'outgoing', callId, peer, sinceMs: nowMs };
    this.up.invite(this.identity, callId, peer);
  }

  answer(): void {
    if (this.local.state !== 'incoming') return;
    this.local = { ...this.local, state: 'answering' };
    this.up.send({ kind: 'accept', from: this.identity, callId: this.local.callId });
  }

  decline(): void {
    if (this.local.state !== 'incoming') return;
    this.up.send({ kind: 'reject', reason: 'declined', from: this.identity, callId: this.local.callId });
    this.forget();
  }

  hangUp(reason?: 'no-answer'): void {
    if (this.local.state === 'idle' || this.local.state === 'incoming') return;
    this.end(this.local.callId, reason);
    this.forget();
  }

  leave(): ModelReturn | null {
    const { identity: from, local } = this;
    if (local.state !== 'active') {
      this.hangUp();
      return null;
    }
    this.up.send({ kind: 'away', from, callId: local.callId });
    return { partyId: from.partyId, callId: local.callId };
  }

  tick(nowMs: number, mediaFrom: string | null): void {
    if (this.local.state === 'outgoing' && nowMs - this.local.sinceMs >= CALL_LIMITS.ringMs) this.hangUp('no-answer');
    if (this.local.state !== 'active' || nowMs - this.aliveAt < CALL_LIMITS.aliveEveryMs) return;
    this.aliveAt = nowMs;
    const { callId } = this.local;
    this.up.send({ kind: 'alive', isReceiving: mediaFrom !== null, from: this.identity, callId });
  }

  disconnected(): void {
    // It asks the server when it has connected again.
  }

  reconnected(socketId: string): void {
    this.identity = { ...this.identity, socketId };
    // A report may have been lost with the socket.
    this.aliveAt = 0;
    const { callId } = this;
    if (callId !== null && this.rules.syncs) this.up.send({ kind: 'sync', from: this.identity, callId });
  }

  receive(message: Downward): void {
    if ('ack' in message) this.acknowledge(message);
    else if ('push' in message) this.apply(message.push);
  }

  private end(callId: string, reason?: 'no-answer'): void {
    this.up.send({ kind: 'end', reason, from: this.identity, callId });
  }

  private forget(): void {
    if (this.callId !== null) this.left.add(this.callId);
    this.local = { state: 'idle' };
  }

  private acknowledge({ ack, kind, callId }: Extract<Downward, { ack: Ack }>): void {
    if (callId !== this.callId || ack.ok) return;
    if (kind === 'invite' && this.local.state === 'outgoing') this.forget();
    if (kind === 'accept' && this.local.state === 'answering') this.forget();
  }

  private apply({ name, payload }: CallPush): void {
    switch (name) {
      case 'incoming-call':
        return this.ring(payload.callId, payload.callerId);
      case 'call-accepted':
        if (this.local.state === 'outgoing' && this.callId === payload.callId)
          this.local = { state: 'active', callId: payload.callId, peer: this.local.peer };
        return;
      case 'call-rejected':
      case 'call-busy':
      case 'call-ended':
      case 'call-elsewhere':
        this.left.add(payload.callId);
        if (this.callId === payload.callId) this.forget();
        return;
      case 'call-merged':
        return this.merge(payload);
      case 'call-state':
        return this.compare(payload);
      case 'incoming-call-received':
      case 'call-signal':
        return;
      default:
    }
  }

  private ring(callId: string, from: string): void {
    if (this.left.has(callId)) return;
    if (this.local.state === 'idle') this.local = { state: 'incoming', callId, peer: from };
    if (this.local.callId === callId) {
      if (this.local.state === 'incoming') this.up.send({ kind: 'received', from: this.identity, callId });
      return;
    }
    const isGlare = this.local.state === 'outgoing' && this.local.peer === from;
    if (!isGlare) this.up.send({ kind: 'busy', from: this.identity, callId });
  }

  private merge({ oldCallId, callId }: { oldCallId: string; callId: string }): void {
    if (this.callId === callId) return;
    if (this.local.state === 'outgoing' && this.local.callId === oldCallId) this.adopt(callId, this.local.peer);
    else this.end(callId);
  }

  private adopt(callId: string, peer: string): void {
    this.forget();
    this.local = { state: 'active', callId, peer };
  }

  private compare(state: Extract<CallPush, { name: 'call-state' }>['payload']): void {
    const { callId, mine, replaces } = state;
    const isLive = state.state !== 'ended';
    if (this.local.state === 'idle' || this.local.callId !== callId) {
      if (!isLive || !mine) return;
      if (this.local.state === 'idle' && this.rules.comesBack && callId === this.keptId && !this.left.has(callId))
        return this.comeBack(state);
      if (this.local.state === 'outgoing' && this.local.callId === replaces) this.adopt(callId, this.local.peer);
      else this.end(callId);
      return;
    }
    if (state.state === 'ringing') return this.goOn();
    if (state.state === 'active' && mine) this.local = { state: 'active', callId, peer: this.local.peer };
    // The server does not know the call: the invitation was lost.
    else if (this.local.state === 'outgoing' && !isLive && state.endReason === null)
      this.up.invite(this.identity, callId, this.local.peer);
    else this.forget();
  }

  private comeBack({ callId, role, callerId, calleeId }: Extract<CallPush, { name: 'call-state' }>['payload']): void {
    this.local = { state: 'active', callId, peer: role === 'caller' ? calleeId : callerId };
    this.aliveAt = 0;
  }

  /** The call still rings: an answer was lost. */
  private goOn(): void {
    if (this.local.state === 'answering' && this.rules.acceptsAgain)
      this.up.send({ kind: 'accept', from: this.identity, callId: this.local.callId });
  }
}
