import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { slotQuery } from '../api/queries.ts';
import { FeedAd } from '../components/FeedAd.tsx';
import type { Elements } from '../../../ui/elements.ts';

const FEED_SECTION = 2;

/** Returns a function that renders the advertisement of a position, from 0; its identity changes with the content. */
export function useFeedAds(): (index: number) => Elements {
  useRooms(`ads-${FEED_SECTION}`);
  const { data } = useQuery(slotQuery(FEED_SECTION));
  const [given, setGiven] = useState<{ data: typeof data; assigned: readonly (string | null)[] }>({
    data: undefined,
    assigned: [],
  });
  if (data !== given.data)
    setGiven({ data, assigned: assignPositions(given.assigned, data?.map(({ id }) => id) ?? []) });
  const { assigned } = given;
  return useCallback(
    (index: number) => <FeedAd advertisement={data?.find(({ id }) => id === assigned[index])} />,
    [data, assigned],
  );
}

/**
 * Assigns advertisements to the positions of a feed: a running one keeps its position, the others follow in order, each
 * at one position. Positions without an advertisement are null.
 */
export function assignPositions(before: readonly (string | null)[], running: readonly string[]): (string | null)[] {
  const stable = before.map((id) => (id !== null && running.includes(id) ? id : null));
  const unassigned = running.filter((id) => !stable.includes(id));
  const filled = stable.map((id) => id ?? unassigned.shift() ?? null);
  return [...filled, ...unassigned];
}
