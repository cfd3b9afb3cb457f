import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useEventWrites } from '../api/mutations.ts';
import { calendarFeedQuery } from '../api/queries.ts';

/** The address at which a calendar of the member's own reads their events. */
export function CalendarAddress() {
  const titleId = useId();
  const query = useQuery(calendarFeedQuery);
  const writes = useEventWrites();
  const [address, setAddress] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const run = async (work: () => Promise<string | null>): Promise<void> => {
    setIsRunning(true);
    try {
      setAddress(await work());
    } catch (error) {
      toast({ title: 'Not changed', description: describeFailure(error).message, variant: 'destructive' });
    }
    setIsRunning(false);
  };
  if (query.data === undefined) {
    if (query.isError)
      return (
        <ErrorPanel
          {...describeFailure(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    return <Skeleton className="h-40 w-full" />;
  }
  const { createdAt } = query.data;
  return (
    <section aria-labelledby={titleId} className="flex max-w-[38rem] flex-col gap-4 py-2">
      <div>
        <h3 id={titleId} className="font-semibold">
          Your events in your own calendar
        </h3>
        <p className="mt-1 leading-relaxed text-text-muted">
          A private address that Google Calendar, Outlook, Apple Calendar and others read by themselves. Whoever has it
          sees what you host and go to, so keep it to yourself. Links to join are not in it.
        </p>
      </div>
      {address !== null && (
        <Field label="Calendar address" hint="It is shown this once. Add it in your calendar as a subscription.">
          {(control) => (
            <TextInput {...control} readOnly dir="ltr" value={address} onFocus={(event) => event.target.select()} />
          )}
        </Field>
      )}
      {address === null && createdAt !== null && (
        <p>
          You have an address since <Time iso={createdAt} format="date" />. A new one replaces it.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {address !== null && (
          <Button variant="primary" onClick={() => void copy(address)}>
            Copy
          </Button>
        )}
        <Button isLoading={isRunning} onClick={() => void run(() => writes.renewFeed())}>
          {createdAt === null ? 'Make an address' : 'Make a new address'}
        </Button>
        {createdAt !== null && (
          <Button
            variant="ghost"
            onClick={() =>
              void run(async () => {
                await writes.removeFeed();
                return null;
              })
            }
          >
            Take it back
          </Button>
        )}
      </div>
    </section>
  );
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: 'Address copied' });
  } catch {
    toast({
      title: 'The address could not be copied',
      description: 'Select it and copy it by hand.',
      variant: 'destructive',
    });
  }
}
