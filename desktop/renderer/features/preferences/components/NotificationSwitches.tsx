import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PreferencesView } from '#shared/api/preferences.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { editPreferencesMutation } from '../api/mutations.ts';
import { preferencesQuery } from '../api/queries.ts';

const SWITCHES: readonly {
  name: Extract<keyof PreferencesView, `${string}Notifications`>;
  label: string;
  text: string;
}[] = [
  {
    name: 'emailNotifications',
    label: 'E-mail',
    text: 'Mail about what happens. Mail about the safety of your account always comes.',
  },
  {
    name: 'pushNotifications',
    label: 'Push',
    text: 'Notices in browsers and on devices where you switched push on, also while Lyceum is closed.',
  },
  { name: 'messageNotifications', label: 'Messages', text: 'When someone writes to you.' },
  { name: 'connectionNotifications', label: 'Connections', text: 'Requests to connect, and answers to yours.' },
  { name: 'courseUpdateNotifications', label: 'Course updates', text: 'News of what you learn with.' },
  { name: 'marketingNotifications', label: 'News about Lyceum', text: 'New features and offers, now and then.' },
];

/** The six switches that stand above all kinds of notifications; each holds at once. */
export function NotificationSwitches() {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(preferencesQuery);
  const { mutate } = useMutation(editPreferencesMutation(client));
  if (data === undefined) {
    if (error) return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <Skeleton className="h-64 w-full" />;
  }
  const change = (input: Partial<PreferencesView>): void =>
    mutate(input, {
      onError: (failed) =>
        toast({ title: 'Not saved', description: describeFailure(failed).message, variant: 'destructive' }),
    });
  return (
    <div className="space-y-4">
      {SWITCHES.map(({ name, label, text }) => (
        <Switch key={name} label={label} text={text} isOn={data[name]} onChange={(isOn) => change({ [name]: isOn })} />
      ))}
    </div>
  );
}
