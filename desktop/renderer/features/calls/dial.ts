import type { CallType } from '#shared/api/calls.ts';
import { toast } from '../../lib/page/toasts.ts';
import { loadCalls } from './live.ts';
import type { CallPeer } from './slice.ts';

/** Calls a member; shows a toast when that is impossible. */
export function dial(peer: CallPeer, callType: CallType): void {
  loadCalls().then(
    (calls) => calls.dial(peer, callType),
    () => toast({ title: 'Cannot initiate call at this time', variant: 'destructive' }),
  );
}
