import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { advertisementEndpoints, type AdSection, type AdvertisementView } from '#shared/api/advertisements.ts';
import { call, callPage, pathOf } from '../../../lib/api.ts';

/** The path that every cached answer about advertisements stands under. Source: spec section 7. */
export const ADVERTISEMENTS_PATH = advertisementEndpoints.listAdvertisements.path;

/** What a place shows now, the one whose turn it is first. */
export function slotQuery(section: AdSection) {
  return queryOptions({
    queryKey: [ADVERTISEMENTS_PATH, { section }] as const,
    queryFn: ({ signal }) =>
      call(advertisementEndpoints.listAdvertisements, { query: { section: String(section) } }, { signal }),
  });
}

/** True where a cached slot holds an advertisement. */
export function showsAdvertisement(
  { queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } },
  id: string,
): boolean {
  return (
    queryKey[0] === ADVERTISEMENTS_PATH &&
    Array.isArray(state.data) &&
    (state.data as readonly AdvertisementView[]).some((advertisement) => advertisement.id === id)
  );
}

/** The member's own advertisements, newest first. */
export const ownAdvertisementsQuery = queryOptions({
  queryKey: [advertisementEndpoints.listOwnAdvertisements.path] as const,
  queryFn: ({ signal }) => call(advertisementEndpoints.listOwnAdvertisements, {}, { signal }),
});

/** The days of an own advertisement, latest first. */
export function adDaysQuery(id: string) {
  return queryOptions({
    queryKey: [pathOf(advertisementEndpoints.listAdDays, { params: { id } })] as const,
    queryFn: ({ signal }) => call(advertisementEndpoints.listAdDays, { params: { id } }, { signal }),
  });
}

/** Why an advertisement is shown. */
export function whyQuery(id: string) {
  return queryOptions({
    queryKey: [pathOf(advertisementEndpoints.whyAdvertisement, { params: { id } })] as const,
    queryFn: ({ signal }) => call(advertisementEndpoints.whyAdvertisement, { params: { id } }, { signal }),
  });
}

/** The pages of everything that is shown at present, newest first. */
export const registerQuery = infiniteQueryOptions({
  queryKey: [advertisementEndpoints.listRegister.path] as const,
  queryFn: ({ pageParam, signal }) =>
    callPage(
      advertisementEndpoints.listRegister,
      { query: pageParam === undefined ? {} : { cursor: pageParam } },
      { signal },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});
