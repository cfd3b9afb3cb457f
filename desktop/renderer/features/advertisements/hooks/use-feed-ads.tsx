import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { slotQuery } from '../api/queries.ts';
import { FeedAd } from '../components/FeedAd.tsx';
import type { ReportedAd } from '../components/ShownAd.tsx';

const FEED_SECTION = 2;

/** Returns a function that renders the advertisement of a position, from 0; its identity changes with the content. */
export function useFeedAds(onReport: (advertisement: ReportedAd) => void): (place: number) => ReactNode {
  const { data } = useQuery(slotQuery(FEED_SECTION));
  const [given, setGiven] = useState<{ data: typeof data; places: readonly (string | null)[] }>({
    data: undefined,
    places: [],
  });
  if (data !== given.data) setGiven({ data, places: assignPlaces(given.places, data?.map(({ id }) => id) ?? []) });
  const { places } = given;
  return useCallback(
    (place: number) => <FeedAd advertisement={data?.find(({ id }) => id === places[place])} onReport={onReport} />,
    [data, places, onReport],
  );
}

/**
 * Assigns advertisements to the positions of a feed: a running one keeps its position, the others follow in order, each
 * at one position. Positions without an advertisement are null.
 */
export function assignPlaces(before: readonly (string | null)[], running: readonly string[]): (string | null)[] {
  const kept = before.map((id) => (id !== null && running.includes(id) ? id : null));
  const waiting = running.filter((id) => !kept.includes(id));
  const filled = kept.map((id) => id ?? waiting.shift() ?? null);
  return [...filled, ...waiting];
}
