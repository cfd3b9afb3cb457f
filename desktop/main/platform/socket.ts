import { io } from 'socket.io-client';
import { SOCKET_OPTIONS, type SocketPort } from '#shared/realtime/live-session.ts';
import { APP_ORIGIN } from '../core/app-files.ts';

/** Creates a socket to a server with the account's cookies; it is not connected yet. */
export function createSocket(origin: string, cookie: string): SocketPort {
  return io(origin, {
    ...SOCKET_OPTIONS,
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { Cookie: cookie, Origin: APP_ORIGIN },
  });
}
