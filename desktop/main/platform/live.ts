import { RECONNECT_LIMITS } from '#shared/limits.ts';
import { LiveSession } from '#shared/realtime/live-session.ts';
import { cookieHeader, type Account } from './account.ts';
import { announce } from './ipc.ts';
import { onWakeUp } from './lifecycle.ts';
import { createSocket } from './socket.ts';

/** Makes the one live session of the account; every window hears what it tells. */
export function createLive(account: Account, serverUrl: () => string | null): LiveSession {
  const live: LiveSession = new LiveSession(
    {
      open: async () => {
        const origin = serverUrl();
        if (origin === null) throw new Error('No server was chosen yet.');
        return createSocket(origin, await cookieHeader(account, origin));
      },
      supervise: (again) => {
        const stop = onWakeUp(again);
        const timer = setInterval(again, RECONNECT_LIMITS.newBurstEveryMs);
        return () => {
          stop();
          clearInterval(timer);
        };
      },
    },
    {
      onStatus: (status) => announce('liveStatus', { userId: live.userId ?? null, status }),
      onPush: (name, payload) => announce('livePush', { name, payload }),
      onReconnected: () => announce('liveReconnected', null),
      onEnded: () => announce('liveEnded', null),
    },
  );
  return live;
}
