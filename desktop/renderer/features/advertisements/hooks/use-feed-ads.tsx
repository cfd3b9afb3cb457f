import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { slotQuery } from '../api/queries.ts';
import { FeedAd } from '../components/FeedAd.tsx';
import type { ReportedAd } from '../components/ShownAd.tsx';
import { assignPlaces } from '../feed-ads.ts';

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
