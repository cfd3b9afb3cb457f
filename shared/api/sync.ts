import type { UserLogPush } from '../realtime/user-log.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { syncSchemas } from './sync.schema.ts';

/** Entries of the user log that a device has missed. */
export interface SyncResponse {
  /** In the order they happened; empty when nothing was missed. */
  events: UserLogPush[];
  /** Sequence number after these entries. */
  cursor: number;
  /** True when there are more entries after `cursor`. */
  hasMore: boolean;
  /** True when missed entries are no longer stored: everything on screen must be fetched again. */
  isReset: boolean;
}

/** The signed-in user's log, which fills the gaps of the live link. */
export const syncEndpoints = endpoints<typeof syncSchemas>()({
  listMissed: endpoint<SyncResponse>()({
    method: 'GET',
    path: '/api/sync',
    who: 'signedIn',
  }),
});
