import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { currentUserEndpoints, type CurrentUser } from '#shared/api/auth.ts';
import { preferencesEndpoints } from '#shared/api/preferences.ts';
import { privacyEndpoints } from '#shared/api/privacy.ts';
import { quietUntil } from '#shared/quiet-hours.ts';
import { call } from './http/api.ts';
import { getQueryFn } from './http/query-client.ts';
import { settingsPathFor } from './page/settings-path.ts';

/** The session: the signed-in user, or null when no one is signed in. */
export const sessionQuery = queryOptions<CurrentUser | null, Error, CurrentUser | null, readonly ['me', 'session']>({
  queryKey: ['me', 'session'],
  queryFn: getQueryFn<CurrentUser | null>({ on401: 'null', path: currentUserEndpoints.getCurrentUser.path }),
});

/** Returns the path of a settings section, as in `/settings#account`, for the role of the signed-in user. */
export function useSettingsPath(path: string): string {
  const { data: user } = useQuery({ ...sessionQuery, enabled: false });
  return settingsPathFor(user?.role, path);
}

/** Returns whether the signed-in user is a creator, who has the Library alone. A role never changes in a session. */
export function useIsCreator(): boolean {
  return useQueryClient().getQueryData(sessionQuery.queryKey)?.role === 'creator';
}

/** The signed-in user's preferences. */
export const preferencesQuery = queryOptions({
  queryKey: ['me', 'preferences'],
  queryFn: ({ signal }) => call(preferencesEndpoints.getPreferences, {}, { signal }),
});

/** The signed-in user's privacy settings. */
export const privacyQuery = queryOptions({
  queryKey: ['me', 'privacy'],
  queryFn: ({ signal }) => call(privacyEndpoints.getPrivacy, {}, { signal }),
});

/** Returns whether the user's quiet hours apply now; false when they are unknown. */
export async function isQuiet(client: QueryClient): Promise<boolean> {
  const privacy = await client.fetchQuery(privacyQuery).catch(() => null);
  return privacy !== null && quietUntil(privacy.quietHours, new Date()) !== null;
}
