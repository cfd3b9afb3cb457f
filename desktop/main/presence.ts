import type { Ack } from '#shared/realtime/contract.ts';
import { presenceOf } from './core/activity.ts';
import { followActivity } from './platform/activity.ts';
import type { LiveFollower } from './platform/live.ts';

/** Reports the member's presence at this computer to the server. */
export interface Presence extends LiveFollower {
  start: () => void;
  stop: () => void;
}

/**
 * Follows the member's activity in the whole system, in the place of the page, which sees only its own window: while
 * they are active here, the notifications of the client reach them, and the server sends no web push and no email.
 */
export function createPresence(
  emit: (name: 'presence', payload: { state: 'online' | 'away' }) => Promise<Ack>,
): Presence {
  let state: 'online' | 'away' = 'online';
  const report = (): void => void emit('presence', { state });
  let stop = (): void => undefined;
  return {
    // The server takes every new connection for online.
    onStatus: (status) => {
      if (status === 'live' && state === 'away') report();
    },
    onPush: () => undefined,
    start: () => {
      stop = followActivity((activity) => {
        const next = presenceOf(activity);
        if (next === state) return;
        state = next;
        report();
      });
    },
    stop: () => stop(),
  };
}
