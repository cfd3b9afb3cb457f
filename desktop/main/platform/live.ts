import { io } from 'socket.io-client';
import { RECONNECT_LIMITS } from '#shared/limits.ts';
import { LiveSession, SOCKET_OPTIONS, type LiveEvents } from '#shared/realtime/live-session.ts';
import { APP_ORIGIN } from '../core/app-files.ts';
import { cookieHeader, type Account } from './account.ts';
import { sendToWindows } from './ipc.ts';
import { onWakeUp } from './lifecycle.ts';

/** A noun of main that follows the live link, before the pages do. */
export type LiveFollower = Pick<LiveEvents, 'onStatus' | 'onPush'>;

/** Creates the account's live session; its events are sent to each follower and to every window. */
export function createLive(
  account: Account,
  serverUrl: () => string | null,
  followers: readonly LiveFollower[],
): LiveSession {
  const live: LiveSession = new LiveSession(
    {
      open: async () => {
        const origin = serverUrl();
        if (origin === null) throw new Error('No server was chosen yet.');
        return io(origin, {
          ...SOCKET_OPTIONS,
          transports: ['websocket'],
          forceNew: true,
          extraHeaders: { Cookie: await cookieHeader(account, origin), Origin: APP_ORIGIN },
        });
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
      onStatus: (status) => {
        for (const follower of followers) follower.onStatus(status);
        sendToWindows('liveStatus', { userId: live.userId ?? null, status });
      },
      onPush: (name, payload) => {
        for (const follower of followers) follower.onPush(name, payload);
        sendToWindows('livePush', { name, payload });
      },
      onReconnected: () => sendToWindows('liveReconnected', null),
      onEnded: () => sendToWindows('liveEnded', null),
    },
  );
  return live;
}
