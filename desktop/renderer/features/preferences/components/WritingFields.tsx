import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PreferencesView } from '#shared/api/preferences.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { editPreferencesMutation } from '../api/mutations.ts';
import { preferencesQuery } from '../api/queries.ts';

/** How a member sends messages, and whether one makes a sound; each holds at once. */
export function WritingFields() {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(preferencesQuery);
  const { mutate } = useMutation(editPreferencesMutation(client));
  if (data === undefined) {
    if (error) return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <Skeleton className="h-28 w-full" />;
  }
  const change = (input: Partial<PreferencesView>): void =>
    mutate(input, {
      onError: (failed) =>
        toast({ title: 'Not saved', description: describeFailure(failed).message, variant: 'destructive' }),
    });
  return (
    <div className="space-y-4">
      <Switch
        label="Enter sends a message"
        text="Shift+Enter begins a new line. While this is off, Enter begins a line and Ctrl+Enter sends."
        isOn={data.sendWithEnter}
        onChange={(sendWithEnter) => change({ sendWithEnter })}
      />
      <Switch
        label="Sound with a new message"
        text="A short sound, beside the notice on screen. Muted conversations and quiet hours make none."
        isOn={data.messageSound}
        onChange={(messageSound) => change({ messageSound })}
      />
    </div>
  );
}
