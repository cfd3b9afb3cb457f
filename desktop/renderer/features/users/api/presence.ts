import { queryOptions, useQuery } from '@tanstack/react-query';
import { presenceEndpoints, type PresenceState } from '#shared/api/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { call } from '../../../lib/http/api.ts';
import { systemClock } from '../../../lib/http/clock.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { useConnectionStatus } from '../../../lib/live/connection.ts';

/** Time in which requests for users that appear on screen are collected into one, in milliseconds. */
const GATHER_MS = 20;

/** A user's presence, fetched in one request with others on screen; null where it is hidden. */
export function presenceQuery(userId: string) {
  return queryOptions({ queryKey: ['presence', userId] as const, queryFn: () => loadPresence(userId) });
}

/** Returns a user's presence; null where it is hidden, not loaded, or uncertain because the live link is down. */
export function usePresence(userId: string | null): PresenceState | null {
  const { data: me } = useQuery({ ...sessionQuery, enabled: false });
  // Creators see the presence of no one.
  const { data } = useQuery({ ...presenceQuery(userId ?? ''), enabled: userId !== null && me?.role !== 'creator' });
  const status = useConnectionStatus();
  return status === 'live' ? (data ?? null) : null;
}

type Responses = Promise<Map<string, PresenceState>>;
let gathered: { ids: Set<string>; responses: Responses } | undefined;

async function loadPresence(userId: string): Promise<PresenceState | null> {
  if (gathered === undefined || gathered.ids.size >= PRESENCE_LIMITS.idsMax) gathered = gather();
  gathered.ids.add(userId);
  return (await gathered.responses).get(userId) ?? null;
}

function gather(): NonNullable<typeof gathered> {
  const ids = new Set<string>();
  const begun = { ids, responses: load(ids, () => gathered === begun && (gathered = undefined)) };
  return begun;
}

async function load(ids: Set<string>, onBegin: () => void): Responses {
  await systemClock.wait(GATHER_MS);
  onBegin();
  const views = await call(presenceEndpoints.listPresence, { query: { ids: [...ids].join(',') } });
  return new Map(views.map(({ userId, state }) => [userId, state]));
}
