import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  notificationEndpoints,
  type ChangeableType,
  type NotificationPreferences,
  type NotificationPreferencesInput,
} from '#shared/api/notifications.ts';
import { call } from '../../../lib/http/api.ts';
import { showRecord } from '../../../lib/http/local-writes.ts';
import { notificationPreferencesQuery } from '../api/queries.ts';

function merged(
  before: NotificationPreferences,
  { types = {}, ...rest }: NotificationPreferencesInput,
): NotificationPreferences {
  const changed = { ...before.types };
  for (const type of Object.keys(types) as ChangeableType[]) changed[type] = { ...changed[type], ...types[type] };
  return { ...before, ...rest, types: changed };
}

/** Runs the changes in sequence, so that the last change is saved last. */
const IN_TURN = {
  mutationKey: ['notification-preferences'],
  scope: { id: 'notification-preferences' },
} as const;

/** Returns the query of the user's notification settings and the function that changes them optimistically. */
export function useNotificationPreferences() {
  const client = useQueryClient();
  const query = useQuery(notificationPreferencesQuery);
  const { queryKey } = notificationPreferencesQuery;
  const { mutate } = useMutation({
    ...IN_TURN,
    mutationFn: (body: NotificationPreferencesInput) =>
      call(notificationEndpoints.editNotificationPreferences, { body }),
    onMutate: (input) => showRecord(client, queryKey, (now) => merged(now, input)),
    onError: (_error, _input, shown) => shown?.undo(),
    onSettled: (...[, , , shown]) => shown?.end(),
    onSuccess: (saved) => {
      // A later change is already shown and its request is running.
      if (client.isMutating(IN_TURN) === 1) client.setQueryData(queryKey, saved);
    },
    meta: { action: 'save your notification settings' },
  });
  return { ...query, change: mutate };
}
