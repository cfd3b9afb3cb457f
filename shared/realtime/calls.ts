import type * as z from 'zod/mini';
import type { CallEndReason, CallRoute, CallType, IceServersView } from '../api/calls.ts';
import type { callIntentSchemas } from './calls.schema.ts';
import type { Push } from './contract.ts';

/**
 * The two members of a call, in every push and intent, in both directions: `callerId` has called, `calleeId` was
 * called. The server replaces the id and the name of the sender by those of its session.
 */
interface CallPair {
  callerId: string;
  calleeId: string;
}

/** A call that the server has named. */
interface KnownCall extends CallPair {
  callId: string;
}

/** Of a signal between two devices; see {@link callIntentSchemas}. */
export type CallSignal = z.infer<(typeof callIntentSchemas)['call-signal']>['signal'];
/** An ICE candidate as RTCPeerConnection makes and takes it (W3C WebRTC 1.0, section 4.8.1). */
export type CallCandidate = Extract<CallSignal, { type: 'candidate' }>['candidate'];

/** Why the devices of the callee that did not answer stop ringing. */
type ElsewhereReason = 'accepted' | 'declined' | 'busy';

/** A call as the server knows it, for one device. */
export interface CallState extends KnownCall {
  /** `ended` also for a call that the server does not know. */
  state: 'ringing' | 'active' | 'ended';
  role: 'caller' | 'callee';
  callType: CallType;
  /** True when this device is the one of this side that calls or answered. */
  mine: boolean;
  /** The call of this device that this one replaced, since both members called each other. */
  replaces: string | null;
  callerName: string;
  calleeName: string;
  answeredAt: string | null;
  /** The device of the other side; null while the call rings. */
  peerPartyId: string | null;
  endReason: CallEndReason | null;
}

/** Pushes of calls. Signals reach one device; the others all devices of a member, or the one that is concerned. */
export interface CallPushes {
  /** To all devices of the callee. */
  'incoming-call': Push<
    KnownCall & {
      callerName: string;
      /** Address of the caller's photo. */
      callerPhoto: string | null;
      callType: CallType;
      /** Device of the caller. */
      partyId: string;
      /** Before the answer only relayed candidates are exchanged, unless the two are connected. */
      route: CallRoute;
      /** Milliseconds until the server ends the call without an answer. */
      ringMs: number;
      /** STUN and TURN servers of the receiver for this call. */
      iceServers?: IceServersView;
    }
  >;
  /** To the caller's device: a device of the callee rings. */
  'incoming-call-received': Push<KnownCall & { partyId: string; route: CallRoute }>;
  /** To the caller's device. */
  'call-accepted': Push<KnownCall & { calleeName: string; partyId: string; answeredAt: string }>;
  /** To the caller's device. */
  'call-rejected': Push<KnownCall & { calleeName: string; reason: 'declined' | 'media' }>;
  /** To the caller's device. */
  'call-busy': Push<KnownCall>;
  /** To the other side, and to the sender's other devices that ring. */
  'call-ended': Push<KnownCall & { reason: CallEndReason; endedBy: 'caller' | 'callee' | 'server' }>;
  'call-signal': Push<KnownCall & { signal: CallSignal; partyId: string }>;
  /** To the callee's devices that did not answer. */
  'call-elsewhere': Push<{ callId: string; reason: ElsewhereReason }>;
  /** To the device whose call became part of the other one, as both members called each other. */
  'call-merged': Push<{ oldCallId: string; callId: string }>;
  /** The response to call-sync and to an answer, and to each new connection of a member in a call. */
  'call-state': Push<CallState>;
}

/** Intents of calls. */
export type CallIntents = { [Name in keyof typeof callIntentSchemas]: z.infer<(typeof callIntentSchemas)[Name]> };
