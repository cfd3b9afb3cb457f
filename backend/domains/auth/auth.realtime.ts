import type { Facts } from '../../facts.ts';
import type { Hints } from '../../realtime/hints.ts';
import type { Realtime } from '../../realtime/server.ts';

/**
 * Cuts the sockets of a session on every node as soon as it is signed out, revoked or signed in over; by itself a
 * socket outlives its cookie.
 */
export function announceSessions(
  facts: Pick<Facts, 'on'>,
  hints: Pick<Hints, 'tell' | 'on'>,
  realtime: Pick<Realtime, 'disconnectSession'>,
): void {
  facts.on('session-revoked', ({ sessionId }) => hints.tell('session', [sessionId]));
  hints.on('session', (sessionIds) => {
    for (const id of sessionIds) realtime.disconnectSession(id);
  });
}
