import type { UserLogPush } from '../realtime/user-log.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { syncSchemas } from './sync.schema.ts';

/** What a person's devices have missed. */
export interface SyncResponse {
  /** In the order they happened; empty when nothing was missed. */
  events: UserLogPush[];
  /** Sequence number after these entries. */
  cursor: number;
  /** More follow: ask again from `cursor`. */
  hasMore: boolean;
  /** True when missed entries are no longer stored: everything on screen must be fetched again. */
  isReset: boolean;
}

/** Entries of the signed-in user's log, which fill the gaps of the live link. */
export const syncEndpoints = endpoints<typeof syncSchemas>()({
  listMissed: endpoint<SyncResponse>()({
    method: 'GET',
    path: '/api/sync',
    who: 'signedIn',
  }),
});
