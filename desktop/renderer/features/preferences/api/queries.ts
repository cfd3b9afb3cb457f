import { queryOptions } from '@tanstack/react-query';
import { preferencesEndpoints } from '#shared/api/preferences.ts';
import { call } from '../../../lib/api.ts';

/** The signed-in member's saved preferences. */
export const preferencesQuery = queryOptions({
  queryKey: [preferencesEndpoints.getPreferences.path],
  queryFn: ({ signal }) => call(preferencesEndpoints.getPreferences, {}, { signal }),
});
