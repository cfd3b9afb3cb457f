import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { presenceEndpoints, type PresenceState } from '#shared/api/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { call } from '../../../lib/api.ts';
import { systemClock } from '../../../lib/clock.ts';
import { liveLink } from '../../../lib/live.ts';

/** The path that every cached answer about presence stands under. */
export const PRESENCE_PATH = presenceEndpoints.listPresence.path;

/** How long people that come on screen wait to be asked for together, in milliseconds. */
const GATHER_MS = 20;

/**
 * Whether someone is there, as far as the member may see it; null where they may not. Asked for together with whoever
 * else is on screen.
 */
export function presenceQuery(userId: string) {
  return queryOptions({ queryKey: [PRESENCE_PATH, userId] as const, queryFn: () => askFor(userId) });
}

/** Whether someone is there; null where that is not shown, not known yet, or not certain while the live link is down. */
export function usePresence(userId: string | null): PresenceState | null {
  const { data } = useQuery({ ...presenceQuery(userId ?? ''), enabled: userId !== null });
  const status = useSyncExternalStore(liveLink.onStatus, () => liveLink.status);
  return status === 'live' ? (data ?? null) : null;
}

type Answers = Promise<Map<string, PresenceState>>;
let gathered: { ids: Set<string>; answers: Answers } | undefined;

async function askFor(userId: string): Promise<PresenceState | null> {
  if (gathered === undefined || gathered.ids.size >= PRESENCE_LIMITS.idsMax) gathered = gather();
  gathered.ids.add(userId);
  return (await gathered.answers).get(userId) ?? null;
}

function gather(): NonNullable<typeof gathered> {
  const ids = new Set<string>();
  const begun = { ids, answers: load(ids, () => gathered === begun && (gathered = undefined)) };
  return begun;
}

async function load(ids: Set<string>, onBegin: () => void): Answers {
  await systemClock.wait(GATHER_MS);
  onBegin();
  const views = await call(presenceEndpoints.listPresence, { query: { ids: [...ids].join(',') } });
  return new Map(views.map(({ userId, state }) => [userId, state]));
}
