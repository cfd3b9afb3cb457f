import type { CallEndReason, CallRoute, CallType } from '#shared/api/calls.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { CallIntents, CallPushes, CallSignal } from '#shared/realtime/calls.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { KeptCall } from '../kept-call.ts';
import type { CallPeer, CallStep, SentMedia } from '../slice.ts';

/**
 * Timers of the machine, in milliseconds. `error` ends a call without any sound or image of the peer, `accept` sends an
 * answer again, `invite` a call, `restart` is the minimum between two restarts of ICE, `dead` ends a call whose
 * connection does not come back, `announce` is how long 'Call Connected' waits for what the other side sends, `closed`
 * the wait for the reason after the other side has closed the connection, `lateRing` is added to the server's time
 * limit, which should be the first.
 */
export const CALL_TIMES = {
  errorMs: 10 * SECOND_MS,
  acceptMs: 2 * SECOND_MS,
  announceMs: 2 * SECOND_MS,
  answeringMs: 15 * SECOND_MS,
  inviteMs: 2 * SECOND_MS,
  restartMs: 5 * SECOND_MS,
  deadMs: 30 * SECOND_MS,
  closedMs: 2 * SECOND_MS,
  lateRingMs: SECOND_MS,
} as const;

/** Answers that are sent before the server is asked, restarts of ICE in a row, and ended calls that are remembered. */
export const CALL_COUNTS = { acceptsMax: 5, restartsMax: 5, seenMax: 64 } as const;

/** Timers that an effect starts and stops. */
export type CallTimer =
  | 'ring'
  | 'reach'
  | 'invite'
  | 'accept'
  | 'announce'
  | 'error'
  | 'restart'
  | 'dead'
  | 'closed'
  | 'alive';

/**
 * What an answered call or a new connection waits for: the connection, and what the other side sends, which it reports
 * once its devices are open or have been refused.
 */
export type Missing = 'connection' | 'media-state';

/** The call of this window. */
export interface Call {
  phase: 'outgoing' | 'incoming' | 'active';
  step: Exclude<CallStep, null>;
  callId: string;
  role: 'caller' | 'callee';
  peer: CallPeer;
  callType: CallType;
  /** How candidates may be exchanged before the answer; null until it is known. */
  route: CallRoute | null;
  /** Devices of the callee that ring; empty for the callee. */
  parties: readonly string[];
  /** The device of the other side: the caller's for a callee, and the one that answered for a caller. */
  peerPartyId: string | null;
  /** Server's clock, ISO 8601. */
  answeredAt: string | null;
  /** What is missing; null before the answer, and once all has arrived, which shows 'Call Connected'. */
  missing: readonly Missing[] | null;
  /** Sound or images of the peer have arrived, or it sends none. */
  hasMedia: boolean;
  media: SentMedia;
  peerMedia: SentMedia;
  accepts: number;
  restarts: number;
  /** ICE was restarted less than {@link CALL_TIMES}.restartMs ago; `wanted` when it has to be restarted again. */
  restartGap: 'none' | 'running' | 'wanted';
  /** How often this page was loaded again in the call. */
  returns: number;
  /** This page was loaded again, and has no media of the peer yet. */
  isReturning: boolean;
  /** How often the page of the peer was, as far as this one knows. */
  peerReturns: number;
}

/** An ended call: pushes about it are ignored, except that a lost refusal is sent again. */
interface SeenCall {
  callId: string;
  isDeclined: boolean;
}

/** State of the machine; `call` is null when idle. */
export interface CallMachineState {
  userId: string;
  call: Call | null;
  seen: readonly SeenCall[];
  /** The call of the document before this one, into which this one comes back; null without one. */
  kept: KeptCall | null;
}

/**
 * `all`: the member, a rule or a device refuses, and the call ends. `camera`: only the camera. `microphone` and
 * `devices`: there is no microphone, or neither; one joins and listens.
 */
export type FailedDevices = 'all' | 'camera' | 'microphone' | 'devices';

/** A push with its name. */
export type CallPush = {
  [Name in keyof CallPushes]: { type: 'push'; name: Name; push: CallPushes[Name] };
}[keyof CallPushes];

/** What happens to a call. */
export type CallEvent =
  | { type: 'dial'; callId: string; peer: CallPeer; callType: CallType; isLinked: boolean }
  | { type: 'answer'; callId: string; isMicOn: boolean; isCameraOn: boolean }
  | { type: 'decline'; callId: string }
  | { type: 'hang-up' }
  | { type: 'toggle'; media: keyof SentMedia }
  /** The screen is no longer shared: its track ended, or the user chose none. */
  | { type: 'screen-ended' }
  /** The signed-in user leaves: sign-out, or the page is closed; it may only be loaded again. */
  | { type: 'leave'; mayReturn: boolean }
  /** Acknowledgements of incoming-call and call-accepted. */
  | { type: 'invited'; callId: string; ack: Ack }
  | { type: 'accepted'; callId: string; ack: Ack }
  /** What could not be opened; {@link FailedDevices}. */
  | { type: 'media-failed'; callId: string; device: FailedDevices }
  | { type: 'timer'; timer: CallTimer }
  | { type: 'peer'; partyId: string; event: PeerEvent }
  /** The network changed or is back, or the computer woke up. */
  | { type: 'network' }
  /** The live link is live again. */
  | { type: 'linked' }
  | CallPush;

/**
 * What a peer connection reports: `media` once sound or images arrive, `progress` while it connects, `established` when
 * it is, or was before the answer, `stalled` after 2 s without bytes and `flowing` when they flow again, `unstable` for
 * a state of ICE, `error` for a failure of WebRTC, `signal-error` for a signal that it cannot use, `renewed` when
 * another connection replaces it, `closed` when the peer has closed the connection, and what it sends over the data
 * channel.
 */
export type PeerEvent =
  | { type: 'media' | 'progress' | 'established' | 'stalled' | 'flowing' | 'unstable' | 'error' | 'signal-error' }
  | { type: 'closed' | 'renewed' | 'bye' | 'away' | 'restart' }
  | { type: 'media-state'; media: SentMedia };

/** Toasts of calls; the texts are in call-toasts.ts. */
export type CallToast =
  | { kind: 'impossible'; why?: 'RATE_LIMITED' | 'CONFLICT' | 'NO_RELAY' }
  | {
      kind: 'not-allowed' | 'rejected' | 'no-media' | 'busy' | 'no-answer' | 'ended-by-peer' | 'accepted' | 'connected';
      name: string;
    }
  | { kind: 'ended-by-caller' | 'lost' | 'unlinked' | 'failed' | 'media-failed' }
  | { kind: 'call-error' | 'unstable' | 'signal-error' };

/** An intent with its name. */
export type CallIntent = {
  [Name in keyof CallIntents]: { type: 'emit'; name: Name; payload: CallIntents[Name] };
}[keyof CallIntents];

/** What the controller does for the machine. */
export type CallEffect =
  | CallIntent
  | { type: 'start-timer'; timer: CallTimer; ms: number }
  | { type: 'stop-timer'; timer: CallTimer }
  | { type: 'toast'; toast: CallToast }
  /** The sound: of an incoming call, of the wait for an answer, or none. */
  | { type: 'sound'; sound: 'ringtone' | 'ringback' | null }
  /** Opens camera and microphone; `early` only where that shows no prompt. */
  | { type: 'open-media'; isEarly: boolean }
  | { type: 'open-peer'; partyId: string; route: CallRoute | null }
  /** Sends own media to this device, and closes the connections to all others. */
  | { type: 'choose-peer'; partyId: string; route: CallRoute | null }
  /** Replaces the connection with a device by a new one. */
  | { type: 'renew-peer'; partyId: string }
  /** Passes a signal to the connection with a device, or stores it until there is one. */
  | { type: 'signal'; partyId: string; signal: CallSignal }
  | { type: 'restart-ice' }
  /** What is sent has changed. */
  | { type: 'apply-media'; media: SentMedia }
  | { type: 'bye' | 'away' }
  /** Brings the window of the call to the front. */
  | { type: 'focus' }
  /** Releases everything that the call uses. */
  | { type: 'end'; call: Call; reason: CallEndReason };

/** A new state with its effects, in order. */
export interface Transition {
  state: CallMachineState;
  effects: readonly CallEffect[];
}

/** The state before any call; `kept` is the one of the document before. */
export function idleState(userId: string, kept: KeptCall | null = null): CallMachineState {
  return { userId, call: null, seen: [], kept };
}
