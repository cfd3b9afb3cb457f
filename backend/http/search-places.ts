import { SECOND_MS } from '#shared/time.ts';
import { AppError } from './app-error.ts';
import { claimOf, createFairPlaces } from './fair-places.ts';
import type { BaseDeps, RequestContext } from './route.ts';

/** Searches and other expensive reads that run at once, as many as their pool has connections. */
export const SEARCHES_AT_ONCE = 4;
/** How many wait at most, and how long, in milliseconds. */
const WAITING_MAX = 200;
const WAIT_MS = 5 * SECOND_MS;

const places = createFairPlaces({
  places: SEARCHES_AT_ONCE,
  waitingMax: WAITING_MAX,
  waitMs: WAIT_MS,
  refuse: () =>
    new AppError('UNAVAILABLE', 'Too many searches at the moment. Please try again in a few seconds.', {
      retryAfterSeconds: 5,
    }),
});

/** Runs an expensive read, each address and member in turn. @throws AppError UNAVAILABLE when too many wait. */
export function inSearchTurn<T>(
  { deps, req }: Pick<RequestContext<BaseDeps>, 'deps' | 'req'>,
  read: () => Promise<T>,
): Promise<T> {
  return places.run(claimOf(deps.limits, req), read);
}
