import type { CallSignal } from '#shared/realtime/calls.ts';
import type { CallReference } from './call-transitions.ts';
import { isActive, isRinging, relayOf, roleIn, type LiveCall, type PushTarget } from './live-call.ts';

/** A signal of a device; `partyId` names the device of the other side. */
interface SignalReference extends CallReference {
  partyId?: string | undefined;
}

/**
 * Returns the only device that receives a signal. Before the answer, these are the device of the caller and each device
 * of the callee that rings; after it, the two devices of the call.
 */
export function routeSignal(
  call: LiveCall | null,
  { from, peerId, role, partyId }: SignalReference,
): { to: PushTarget } | { code: 'NOT_FOUND' | 'FORBIDDEN' } {
  const own = call && roleIn(call, from.userId);
  if (!call || call.endedAt !== null || !own) return { code: 'NOT_FOUND' };
  const [side, peer] = own === 'caller' ? [call.caller, call.callee] : [call.callee, call.caller];
  if ((role ?? own) !== own || (peerId ?? peer.userId) !== peer.userId) return { code: 'FORBIDDEN' };
  const rings = (id: string | null | undefined): boolean => call.ringing.some((device) => device.partyId === id);
  const mayDo = isActive(call) || own === 'caller' ? side.partyId === from.partyId : rings(from.partyId);
  const target = isRinging(call) && own === 'caller' ? (partyId ?? null) : peer.partyId;
  const isKnown = isRinging(call) && own === 'caller' ? rings(target) : (partyId ?? target) === target;
  if (!mayDo || !isKnown || target === null) return { code: 'FORBIDDEN' };
  return { to: { userId: peer.userId, partyId: target } };
}

/** RFC 8839, section 5.1. */
const RELAYED = / typ relay\b/;

/**
 * Returns what of a signal the other side receives; null for nothing. In a relayed call only relayed candidates: a
 * client leaves the others out itself, but neither side has to trust it. Without a relay the two connect directly after
 * the answer.
 */
export function limitSignal(call: LiveCall, signal: CallSignal, hasRelay: boolean): CallSignal | null {
  const canRelay = hasRelay && relayOf(call, 'caller').canRelay;
  if (call.route === 'direct' || (isActive(call) && !canRelay)) return signal;
  // An empty candidate is the end of all (RFC 8838, section 14).
  const isAllowed = ({ candidate }: { candidate: string }): boolean => candidate === '' || RELAYED.test(candidate);
  if (signal.type === 'candidate') return isAllowed(signal.candidate) ? signal : null;
  if (signal.type === 'candidates') {
    const candidates = signal.candidates.filter(isAllowed);
    return candidates.length > 0 ? { ...signal, candidates } : null;
  }
  if (signal.type !== 'offer' && signal.type !== 'answer') return signal;
  const lines = signal.sdp.split(/(?<=\n)/);
  return { ...signal, sdp: lines.filter((line) => !/^a=candidate:/i.test(line) || RELAYED.test(line)).join('') };
}
