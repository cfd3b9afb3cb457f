import { queryOptions } from '@tanstack/react-query';
import { advertisementEndpoints, type AdSection, type AdvertisementView } from '#shared/api/advertisements.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** The advertisements of a slot, in the order in which they are shown. */
export function slotQuery(section: AdSection) {
  return queryOptions({
    queryKey: ['advertisements', 'slot', section] as const,
    queryFn: ({ signal }) =>
      call(advertisementEndpoints.listAdvertisements, { query: { section: `${section}` } }, { signal }),
  });
}

/** Returns whether a query is that of a slot that shows the advertisement. */
export function showsAdvertisement(
  { queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } },
  id: string,
): boolean {
  return (
    queryKey[0] === 'advertisements' &&
    queryKey[1] === 'slot' &&
    Array.isArray(state.data) &&
    (state.data as readonly AdvertisementView[]).some((advertisement) => advertisement.id === id)
  );
}

/** The signed-in user's advertisements, newest first. */
export const ownAdvertisementsQuery = queryOptions({
  queryKey: ['advertisements', 'own'] as const,
  queryFn: ({ signal }) => call(advertisementEndpoints.listOwnAdvertisements, {}, { signal }),
});

/** The daily figures of the user's advertisement, latest first. */
export function adDaysQuery(id: string) {
  return queryOptions({
    queryKey: ['advertisements', 'days', id] as const,
    queryFn: ({ signal }) => call(advertisementEndpoints.listAdDays, { params: { id } }, { signal }),
  });
}

/** Why an advertisement is shown. */
export function whyQuery(id: string) {
  return queryOptions({
    queryKey: ['advertisements', 'why', id] as const,
    queryFn: ({ signal }) => call(advertisementEndpoints.whyAdvertisement, { params: { id } }, { signal }),
  });
}

/** Pages of all active advertisements, newest first. */
export const registerQuery = pagesQuery(['advertisements', 'register'], (query, options) =>
  callPage(advertisementEndpoints.listRegister, { query }, options),
);
