import type { ConnectionCount, PublicConnectionView } from '../api/connections.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of connections, to both sides only; for a declined or ignored request each side receives only what it may see.
 * Those with `seq` are in the user log.
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
export type ConnectionIntents = Record<'connection-create' | 'connection-update', { id: string }>;
