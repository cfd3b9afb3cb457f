import type { StreamPush } from '../realtime/stream.ts';
import { endpoint } from './endpoint.ts';

/** What a person's devices have missed. */
export interface SyncAnswer {
  /** In the order they happened; empty when nothing was missed. */
  events: StreamPush[];
  /** Where the stream stands after these events. */
  cursor: number;
  /** More follow: ask again from `cursor`. */
  hasMore: boolean;
  /** What was missed is no longer kept: everything on screen is to be fetched afresh. */
  isReset: boolean;
}

/** The stream of what happened to the signed-in person, to fill gaps of the live link. Source: trust.md 1.2, decision 32. */
export const syncEndpoints = {
  listMissed: endpoint<{ query: { since: number } }, SyncAnswer>({
    method: 'GET',
    path: '/api/sync',
    who: 'signedIn',
    errors: [],
  }),
} as const;
