import { WebSocket, XHR, type TransportCtor } from 'engine.io-client';
import { io } from 'socket.io-client';
import { SOCKET_OPTIONS, type SocketPort } from '#shared/realtime/live-session.ts';
import { failBeforeHandshake } from '#shared/realtime/early-close.ts';

class PageWebSocket extends WebSocket {}
failBeforeHandshake(PageWebSocket.prototype);

/** Creates the socket of this page, not yet connected. */
export function openSocket(): SocketPort {
  const transports = [PageWebSocket, XHR] as unknown as TransportCtor[];
  return io({ ...SOCKET_OPTIONS, transports, withCredentials: true });
}
