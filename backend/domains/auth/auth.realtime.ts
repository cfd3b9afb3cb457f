import type { DomainEvents } from '../../domain-events.ts';
import type { NodeSignals } from '../../realtime/node-signals.ts';
import type { Realtime } from '../../realtime/server.ts';

/** Disconnects the sockets of a session on every node when the session is signed out, revoked or superseded. */
export function disconnectEndedSessions(
  events: Pick<DomainEvents, 'on'>,
  nodeSignals: Pick<NodeSignals, 'send' | 'on'>,
  realtime: Pick<Realtime, 'disconnectSession'>,
): void {
  events.on('session-revoked', ({ sessionId }) => nodeSignals.send('session', [sessionId]));
  nodeSignals.on('session', (sessionIds) => {
    for (const id of sessionIds) realtime.disconnectSession(id);
  });
}
