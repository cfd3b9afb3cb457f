import type { ConnectionCount, PublicConnectionView } from '../api/connections.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of connections, to both sides only; a declined or ignored request tells each side what it may know. Those that
 * carry `seq` stand in the person's stream.
 */
export interface ConnectionPushes {
  'connection-created': Push<PublicConnectionView & { seq: number }>;
  'connection-updated': Push<PublicConnectionView & { seq: number }>;
  /** Contains no names: the other member may have blocked the receiver. */
  'connection-deleted': Push<{ id: string; seq: number }>;
  /** Current counts of the receiver. */
  'connection-count': Push<ConnectionCount>;
}

/** Intents of connections. */
export interface ConnectionIntents {
  'connection-create': { id: string };
  'connection-update': { id: string };
}
