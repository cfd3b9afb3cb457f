import type { Ack } from '#shared/realtime/contract.ts';
import type { PresenceIntents } from '#shared/realtime/presence.ts';
import { presenceOf } from './core/activity.ts';
import { followActivity } from './platform/activity.ts';
import { sendToWindows } from './platform/ipc.ts';
import type { LiveFollower } from './platform/live.ts';

/** Reports the member's presence at this computer to the server. */
export interface Presence extends LiveFollower {
  /** The member appears away until they choose otherwise or sign out. */
  choose: (isAway: boolean) => void;
  start: () => void;
  stop: () => void;
}

/**
 * Follows the member's activity in the whole system, in the place of the page, which sees only its own window: others
 * see them online while they use any program. Tells the pages when the screen is locked.
 */
export function createPresence(
  emit: (name: 'presence', payload: PresenceIntents['presence']) => Promise<Ack>,
): Presence {
  let activity: PresenceIntents['presence']['state'] = 'online';
  let isAway = false;
  let reported: PresenceIntents['presence']['state'] = 'online';
  const report = (): void => {
    const state = isAway ? 'away' : activity;
    if (state === reported) return;
    reported = state;
    void emit('presence', { state });
  };
  let stop = (): void => undefined;
  return {
    onStatus: (status) => {
      if (status === 'off') isAway = false;
      if (status !== 'live') return;
      // The server takes every new connection for online.
      reported = 'online';
      report();
    },
    onPush: () => undefined,
    choose: (choice) => {
      isAway = choice;
      report();
    },
    start: () => {
      stop = followActivity({
        report: (now) => {
          activity = presenceOf(now);
          report();
        },
        onLock: (isLocked) => sendToWindows('screenLock', isLocked),
      });
    },
    stop: () => stop(),
  };
}
