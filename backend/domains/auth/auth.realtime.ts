import type { Facts } from '../../facts.ts';
import type { Realtime } from '../../realtime/server.ts';

/** Cuts the sockets of a session as soon as it is signed out or revoked; by itself a socket outlives its cookie. */
export function announceSessions(facts: Pick<Facts, 'on'>, realtime: Pick<Realtime, 'disconnectSession'>): void {
  facts.on('session-revoked', ({ sessionId }) => realtime.disconnectSession(sessionId));
}
