import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { editPreferencesMutation } from '../api/mutations.ts';
import { preferencesQuery } from '../../../lib/me.ts';

/** Fields for sending messages and for the message sound; each is saved at once. */
export function WritingFields() {
  const client = useQueryClient();
  const query = useQuery(preferencesQuery);
  const { data } = query;
  const { mutate: change } = useMutation(editPreferencesMutation(client));
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-28 w-full" />} />;
  return (
    <div className="space-y-4">
      <Switch
        label="Enter sends a message"
        text="Shift+Enter starts a new line. While this is off, Enter starts a new line and Ctrl+Enter sends."
        isOn={data.sendWithEnter}
        onChange={(sendWithEnter) => change({ sendWithEnter })}
      />
      <Switch
        label="Sound for new messages"
        text="A short sound with the toast. Muted conversations and quiet hours make no sound."
        isOn={data.messageSound}
        onChange={(messageSound) => change({ messageSound })}
      />
    </div>
  );
}
