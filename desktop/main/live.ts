import type { LiveState, LiveCalls } from '#shared/bridge/live.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { isOfCalls } from './core/call-names.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { LiveFollower } from './platform/live.ts';

/**
 * Returns main's handlers of the calls about the live link; `onUser` receives the user of each page, `hasCalls` is
 * false where the policy turns calls off.
 */
export function liveHandlers(
  live: LiveSession,
  { onUser, hasCalls }: { onUser: (userId: string) => void; hasCalls: boolean },
): HandlersOf<LiveCalls> {
  const liveState = (): LiveState => ({ userId: live.userId ?? null, status: live.status });
  return {
    getLiveState: liveState,
    connectLive: (userId) => {
      onUser(userId);
      // A reloaded page joins its rooms again; leave the rooms of the previous page.
      if (live.userId === userId) live.leaveRooms();
      live.connect(userId);
      return liveState();
    },
    disconnectLive: () => live.disconnect(),
    reconnectLive: (isChanged) => live.reconnect(isChanged),
    joinRoom: (room) => live.joinRoom(room),
    leaveRoom: (room) => live.leaveRoom(room),
    // Main reports presence by itself, from the activity in the whole system; the page sees only its window.
    emitLive: (name, payload) => {
      if (name === 'presence') return { ok: true };
      return hasCalls || !isOfCalls(name) ? live.emit(name, payload) : { ok: false, code: 'FORBIDDEN' };
    },
  };
}

/** Hides from a follower that the live link is replaced: to it, that would be a sign-out. */
export function throughRenewals(follower: LiveFollower, isRenewing: () => boolean): LiveFollower {
  return {
    ...follower,
    onStatus: (status) => {
      if (!isRenewing()) follower.onStatus(status);
    },
  };
}
