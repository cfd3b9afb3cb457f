import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeableType, NotificationPreferences, NotificationPreferencesInput } from '#shared/api/notifications.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { useNotificationWrites } from '../api/mutations.ts';
import { notificationPreferencesQuery } from '../api/queries.ts';

function merged(before: NotificationPreferences, { types = {}, ...rest }: NotificationPreferencesInput): NotificationPreferences {
  const changed = { ...before.types };
  for (const type of Object.keys(types) as ChangeableType[]) changed[type] = { ...changed[type], ...types[type] };
  return { ...before, ...rest, types: changed };
}

/** Which ways the member's notifications take, as a query, and the function that changes it at once. */
export function useNotificationPreferences() {
  const client = useQueryClient();
  const query = useQuery(notificationPreferencesQuery);
  const { editPreferences } = useNotificationWrites();
  const change = (input: NotificationPreferencesInput): void => {
    const { queryKey } = notificationPreferencesQuery;
    client.setQueryData(queryKey, (before) => before && merged(before, input));
    editPreferences(input).catch((error: unknown) => {
      toast({ title: 'Not saved', description: describeFailure(error).message, variant: 'destructive' });
      void client.invalidateQueries({ queryKey });
    });
  };
  return { ...query, change };
}
