import type { callSchemas } from './calls.schema.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { UserCard } from './users.ts';

/** Types of calls. */
export const CALL_TYPES = ['voice', 'video'] as const;
/** One of {@link CALL_TYPES}. */
export type CallType = (typeof CALL_TYPES)[number];

/**
 * Why a call ended: `cancelled` by the caller before an answer; `media-caller` and `media-callee` when that side could
 * not use its camera or microphone; `lost` when a side disappeared; `replaced` when both called each other and the
 * other call went on.
 */
export const CALL_END_REASONS = [
  'completed',
  'cancelled',
  'no-answer',
  'declined',
  'busy',
  'media-caller',
  'media-callee',
  'connection-failed',
  'lost',
  'replaced',
] as const;
/** One of {@link CALL_END_REASONS}. */
export type CallEndReason = (typeof CALL_END_REASONS)[number];

/** How the two sides are connected: directly, or through a relay (TURN, RFC 8656). */
export type CallRoute = 'direct' | 'relay';

/** One call in the history of the viewer. `user` is the other member, null once their account is deleted. */
export interface CallView {
  id: string;
  type: CallType;
  role: 'caller' | 'callee';
  user: UserCard | null;
  createdAt: string;
  /** Null when the call was not answered. */
  answeredAt: string | null;
  /** Null while the call goes on. */
  endedAt: string | null;
  endReason: CallEndReason | null;
}

/**
 * Whether the viewer can call a member now. `reason` is null when they can; NOT_ALLOWED covers every reason that the
 * member does not disclose, such as a block, and a member who does not exist. NO_RELAY: one of the two always relays
 * calls, and this call cannot be relayed: without a relay, or while an email address is not confirmed.
 */
export interface CallEligibility {
  canCall: boolean;
  reason: 'NOT_ALLOWED' | 'QUIET_HOURS' | 'NO_RELAY' | null;
}

/** One server for {@link IceServersView}, in the form of RTCIceServer (W3C WebRTC 1.0, section 4.2.4). */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** STUN and TURN servers; those of TURN only for a call. */
export interface IceServersView {
  iceServers: IceServer[];
  /** When the credentials expire; null when there are none. */
  expiresAt: string | null;
  /**
   * False when the operator has configured no TURN server, or one of the two has not confirmed their email address:
   * peers that cannot connect directly cannot call.
   */
  hasRelay: boolean;
}

/** Calls of two members. The call itself uses the pushes and intents of shared/realtime/calls.ts. */
export const callEndpoints = endpoints<typeof callSchemas>()({
  /** Newest first. */
  listCalls: endpoint<CallView[]>()({ method: 'GET', path: '/api/calls', who: 'member', isPage: true }),
  getCallEligibility: endpoint<CallEligibility>()({
    method: 'GET',
    path: '/api/calls/eligibility/:userId',
    who: 'member',
  }),
  /** For a call in which the viewer rings, is rung or talks; without one, or for another one, STUN only. */
  getIceServers: endpoint<IceServersView>()({
    method: 'GET',
    path: '/api/ice-servers',
    who: 'member',
    hasSecret: true,
  }),
});
