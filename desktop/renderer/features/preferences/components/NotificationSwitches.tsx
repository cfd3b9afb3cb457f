import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PreferencesView } from '#shared/api/preferences.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { editPreferencesMutation } from '../api/mutations.ts';
import { preferencesQuery } from '../../../lib/me.ts';

const SWITCHES: readonly {
  name: Extract<keyof PreferencesView, `${string}Notifications`>;
  label: string;
  text: string;
}[] = [
  {
    name: 'emailNotifications',
    label: 'Email',
    text: 'Emails about activity. Emails about the security of your account are always sent.',
  },
  {
    name: 'pushNotifications',
    label: 'Push',
    text: 'Notifications in browsers and on devices where you turned push on, even while Lyceum is closed.',
  },
  { name: 'messageNotifications', label: 'Messages', text: 'When a member writes to you.' },
  { name: 'connectionNotifications', label: 'Connections', text: 'Connection requests, and answers to yours.' },
  { name: 'courseUpdateNotifications', label: 'Course updates', text: 'Changes in your courses.' },
  { name: 'marketingNotifications', label: 'News about Lyceum', text: 'New features and offers, sent occasionally.' },
];

/** The six switches that apply to all kinds of notifications; each is saved at once. */
export function NotificationSwitches() {
  const client = useQueryClient();
  const query = useQuery(preferencesQuery);
  const { data } = query;
  const { mutate: change } = useMutation(editPreferencesMutation(client));
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-64 w-full" />} />;
  return (
    <div className="space-y-4">
      {SWITCHES.map(({ name, label, text }) => (
        <Switch key={name} label={label} text={text} isOn={data[name]} onChange={(isOn) => change({ [name]: isOn })} />
      ))}
    </div>
  );
}
