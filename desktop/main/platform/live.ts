import { io } from 'socket.io-client';
import { RECONNECT_LIMITS } from '#shared/limits.ts';
import { LiveSession, SOCKET_OPTIONS, type LiveEvents } from '#shared/realtime/live-session.ts';
import type { AccountSession } from './account.ts';
import { sendToWindows } from './ipc.ts';
import { onWakeUp } from './lifecycle.ts';
import { isOfCalls } from '../core/call-names.ts';
import { transportsOf } from './live-transports.ts';

/** A module of main that follows the live link, before the pages do. */
export type LiveFollower = Pick<LiveEvents, 'onStatus' | 'onPush'>;

/** Parameters of the live session. */
interface LiveParts {
  /** The account that the window shows. */
  account: () => AccountSession;
  serverUrl: () => string | null;
  /** Modules of main that follow the link, before the pages do. */
  followers: readonly LiveFollower[];
  /** False where the policy turns calls off: their pushes reach no one. */
  hasCalls: boolean;
  /** The link is down: the way to the server may require a sign-in. */
  onPaused: () => void;
}

/**
 * Creates the live session of the account that the window shows; its events are sent to each follower and to every
 * window.
 */
export function createLive({ account, serverUrl, followers, hasCalls, onPaused }: LiveParts): LiveSession {
  const live: LiveSession = new LiveSession(
    {
      open: async () => {
        const origin = serverUrl();
        if (origin === null) throw new Error('No server was chosen yet.');
        const current = account();
        return io(origin, {
          ...SOCKET_OPTIONS,
          transports: transportsOf(current),
          forceNew: true,
        });
      },
      supervise: (again) => {
        const stop = onWakeUp(() => again(true));
        const timer = setInterval(again, RECONNECT_LIMITS.newBurstEveryMs);
        return () => {
          stop();
          clearInterval(timer);
        };
      },
    },
    {
      onStatus: (status) => {
        if (status === 'paused') onPaused();
        for (const follower of followers) follower.onStatus(status);
        sendToWindows('liveStatus', { userId: live.userId ?? null, status });
      },
      onPush: (name, payload) => {
        if (!hasCalls && isOfCalls(name)) return;
        for (const follower of followers) follower.onPush(name, payload);
        sendToWindows('livePush', { name, payload });
      },
      onReconnected: () => sendToWindows('liveReconnected', null),
      onEnded: () => sendToWindows('liveEnded', null),
    },
  );
  return live;
}
