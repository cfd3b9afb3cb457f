import type { Socket } from 'socket.io';
import type { Identity } from '../http/identity.ts';

/** The transport below a socket; it exists from the handshake on, before any room is joined. */
export type Connection = Socket['conn'];

/** Creates an empty index of the open connections of this node, by user and by session. */
export function createConnections() {
  const identities = new Map<Connection, Identity>();
  const byUser = new Map<string, Set<Connection>>();
  const bySession = new Map<string, Set<Connection>>();
  return {
    add(connection: Connection, identity: Identity): void {
      identities.set(connection, identity);
      put(byUser, identity.id, connection);
      put(bySession, identity.sessionId, connection);
    },
    remove(connection: Connection): void {
      const identity = identities.get(connection);
      if (!identity) return;
      identities.delete(connection);
      take(byUser, identity.id, connection);
      take(bySession, identity.sessionId, connection);
    },
    all: () => [...identities.keys()],
    ofUser: (userId: string) => [...(byUser.get(userId) ?? [])],
    ofSession: (sessionId: string) => [...(bySession.get(sessionId) ?? [])],
    sessionIds: () => [...bySession.keys()],
  };
}

function put(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const held = index.get(key);
  if (held) held.add(connection);
  else index.set(key, new Set([connection]));
}

function take(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const held = index.get(key);
  held?.delete(connection);
  if (held?.size === 0) index.delete(key);
}
