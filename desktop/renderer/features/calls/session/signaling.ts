import type { Ack } from '#shared/realtime/contract.ts';
import type { CallSignal } from '#shared/realtime/calls.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { LiveLink } from '../../../lib/live/live-link.ts';
import type { CallEvent, CallIntent } from './call-state.ts';

/** Time from the answer in which the connection with a device has to be ready for its signals, in milliseconds. */
const READY_MS = 5 * SECOND_MS;
const BUFFERED_MAX = 64;
/** How soon what the server could not process is sent again while the link is live, in milliseconds. */
const RETRY_MS = 3_000;
/** Ends of calls that are sent again when the link is back. */
const UNSENT_MAX = 8;

type SignalIntent = Extract<CallIntent, { name: 'call-signal' }>;

/** Signals of a device that wait for the connection with it. */
interface Waiting {
  signals: CallSignal[];
  /** Undefined before the answer. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** What receives the signals of a device. */
export interface SignalReceiver {
  receive(signal: CallSignal): unknown;
}

/** What signaling needs. */
interface SignalingPorts {
  link: Pick<LiveLink, 'emit' | 'status'>;
  onEvent: (event: CallEvent) => void;
  /** The summary of the connection that is sent with the end of a call. */
  summary: () => Extract<CallIntent, { name: 'call-ended' }>['payload']['quality'];
}

/** Sends intents, and passes the signals of each device to the connection with it, in order. */
export class Signaling {
  private readonly ports: SignalingPorts;
  private readonly receivers = new Map<string, SignalReceiver>();
  private readonly waiting = new Map<string, Waiting>();
  /** Ends that the server has not acknowledged. */
  private unsent: CallIntent[] = [];
  /** Signals of the current call that the server has not acknowledged. */
  private lost: SignalIntent[] = [];
  /** Changes when a call ends, after which its signals are not sent again. */
  private turn = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private isActive = false;

  constructor(ports: SignalingPorts) {
    this.ports = ports;
  }

  /** Sends an intent; its acknowledgement is an event where the machine needs it. */
  async emit(intent: CallIntent): Promise<void> {
    if (intent.name !== 'call-ended') return this.send(intent);
    const quality = this.ports.summary();
    await this.send(quality ? { ...intent, payload: { ...intent.payload, quality } } : intent);
  }

  /** Sends the ends and the signals again that were lost with the link. A repeated one changes nothing. */
  resend(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    for (const intent of [...this.unsent.splice(0), ...this.lost.splice(0)]) void this.send(intent);
  }

  /** The call is answered: from now on a signal does not wait for long. While it rings, ICE servers can be slow. */
  activate(): void {
    this.isActive = true;
    for (const [partyId, waiting] of this.waiting) waiting.timer ??= this.expireLater(partyId);
  }

  /** Passes a signal to the connection with a device, or stores it until there is one. */
  receive(partyId: string, signal: CallSignal): void {
    const receiver = this.receivers.get(partyId);
    if (receiver) return void receiver.receive(signal);
    const timer = (): Waiting['timer'] => (this.isActive ? this.expireLater(partyId) : undefined);
    const waiting = this.waiting.get(partyId) ?? { signals: [], timer: timer() };
    this.waiting.set(partyId, waiting);
    if (waiting.signals.length < BUFFERED_MAX) waiting.signals.push(signal);
  }

  /** The connection with a device is ready: it receives the stored signals and all later ones. */
  connect(partyId: string, receiver: SignalReceiver): void {
    this.receivers.set(partyId, receiver);
    const waiting = this.waiting.get(partyId);
    this.forget(partyId);
    for (const signal of waiting?.signals ?? []) void receiver.receive(signal);
  }

  /** Forgets a device, or all without an id. */
  disconnect(partyId?: string): void {
    this.lost = this.lost.filter(({ payload }) => partyId !== undefined && payload.partyId !== partyId);
    if (partyId === undefined) {
      this.turn += 1;
      this.isActive = false;
    }
    for (const id of partyId === undefined ? [...this.receivers.keys(), ...this.waiting.keys()] : [partyId]) {
      this.receivers.delete(id);
      this.forget(id);
    }
  }

  private async send(intent: CallIntent): Promise<void> {
    const { callId } = intent.payload;
    const { turn } = this;
    if (intent.name === 'call-signal') this.forgetBefore(intent);
    // Name and payload belong together, which their union type does not tell the compiler.
    const ack = await this.ports.link.emit(intent.name, intent.payload as never);
    if (intent.name === 'incoming-call' && callId !== undefined) this.ports.onEvent({ type: 'invited', callId, ack });
    else if (intent.name === 'call-accepted' && callId !== undefined)
      this.ports.onEvent({ type: 'accepted', callId, ack });
    else if ((intent.name === 'call-ended' || intent.name === 'call-rejected') && isLost(ack))
      this.unsent = [...this.unsent, intent].slice(-UNSENT_MAX);
    else if (intent.name === 'call-signal' && isLost(ack) && turn === this.turn)
      this.lost = [...this.lost, intent].slice(-BUFFERED_MAX);
    // The link is live, but the server cannot reach its registry of calls.
    if (this.unsent.length + this.lost.length > 0 && this.ports.link.status === 'live')
      this.retryTimer ??= setTimeout(() => this.resend(), RETRY_MS);
  }

  /** A description replaces the descriptions and candidates that were lost before it: they cannot be used any more. */
  private forgetBefore({ payload: { partyId, signal } }: SignalIntent): void {
    if (signal.type !== 'offer' && signal.type !== 'answer') return;
    this.lost = this.lost.filter(
      ({ payload }) =>
        payload.partyId !== partyId || payload.signal.type === 'restart' || payload.signal.type === 'media-state',
    );
  }

  private expireLater(partyId: string): Waiting['timer'] {
    return setTimeout(() => {
      this.forget(partyId);
      this.ports.onEvent({ type: 'peer', partyId, event: { type: 'signal-error' } });
    }, READY_MS);
  }

  private forget(partyId: string): void {
    clearTimeout(this.waiting.get(partyId)?.timer);
    this.waiting.delete(partyId);
  }
}

function isLost(ack: Ack): boolean {
  return !ack.ok && (ack.code === 'UNAVAILABLE' || ack.code === 'RATE_LIMITED');
}
