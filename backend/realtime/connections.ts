import type { Socket } from 'socket.io';
import type { Identity } from '../http/identity.ts';

/** The transport below a socket; it exists from the handshake on, before any room is joined. */
export type Connection = Socket['conn'];

/** Every open connection of this node with its user. */
export interface Connections {
  add(connection: Connection, identity: Identity): void;
  remove(connection: Connection): void;
  all(): Connection[];
  ofUser(userId: string): Connection[];
  ofSession(sessionId: string): Connection[];
  sessionIds(): string[];
}

/** Creates an empty index of connections by user and by session. */
export function createConnections(): Connections {
  const identities = new Map<Connection, Identity>();
  const byUser = new Map<string, Set<Connection>>();
  const bySession = new Map<string, Set<Connection>>();
  return {
    add(connection, identity) {
      identities.set(connection, identity);
      put(byUser, identity.id, connection);
      put(bySession, identity.sessionId, connection);
    },
    remove(connection) {
      const identity = identities.get(connection);
      if (!identity) return;
      identities.delete(connection);
      take(byUser, identity.id, connection);
      take(bySession, identity.sessionId, connection);
    },
    all: () => [...identities.keys()],
    ofUser: (userId) => [...(byUser.get(userId) ?? [])],
    ofSession: (sessionId) => [...(bySession.get(sessionId) ?? [])],
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
