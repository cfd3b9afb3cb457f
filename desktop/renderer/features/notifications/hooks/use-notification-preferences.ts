import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  notificationEndpoints,
  type ChangeableType,
  type NotificationPreferences,
  type NotificationPreferencesInput,
} from '#shared/api/notifications.ts';
import { call } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { notificationPreferencesQuery } from '../api/queries.ts';

function merged(
  before: NotificationPreferences,
  { types = {}, ...rest }: NotificationPreferencesInput,
): NotificationPreferences {
  const changed = { ...before.types };
  for (const type of Object.keys(types) as ChangeableType[]) changed[type] = { ...changed[type], ...types[type] };
  return { ...before, ...rest, types: changed };
}

/** One change after the other, so that the last one made is the last one saved. */
const IN_TURN = { mutationKey: ['notification-preferences'], scope: { id: 'notification-preferences' } };

/** Which ways the member's notifications take, as a query, and the function that changes it at once. */
export function useNotificationPreferences() {
  const client = useQueryClient();
  const query = useQuery(notificationPreferencesQuery);
  const { queryKey } = notificationPreferencesQuery;
  const { mutate } = useMutation({
    ...IN_TURN,
    mutationFn: (body: NotificationPreferencesInput) =>
      call(notificationEndpoints.editNotificationPreferences, { body }),
    onMutate: (input) => client.setQueryData(queryKey, (before) => before && merged(before, input)),
    onError: (error) => {
      toast({ title: 'Not saved', description: describeFailure(error).message, variant: 'destructive' });
      void client.invalidateQueries({ queryKey });
    },
    onSuccess: (saved) => {
      // What was changed meanwhile is on its way and shown already.
      if (client.isMutating(IN_TURN) === 1) client.setQueryData(queryKey, saved);
    },
  });
  return { ...query, change: mutate };
}
