import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { copyText } from '../../../lib/page/copy-link.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useRemoveCalendarFeed, useRenewCalendarFeed } from '../api/mutations.ts';
import { calendarFeedQuery } from '../api/queries.ts';

/** The private address from which the user's calendar app reads their events. */
export function CalendarAddress() {
  const titleId = useId();
  const query = useQuery(calendarFeedQuery);
  const renewal = useRenewCalendarFeed();
  const removal = useRemoveCalendarFeed();
  // Kept when a later renewal fails: it is shown only once, and it stays valid then.
  const [address, setAddress] = useState<string | null>(null);
  if (query.data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-40 w-full" />} />;
  const { createdAt } = query.data;
  return (
    <section aria-labelledby={titleId} className="flex max-w-[38rem] flex-col gap-4 py-2">
      <div>
        <h3 id={titleId} className="font-semibold">
          Your events in your calendar app
        </h3>
        <p className="mt-1 leading-relaxed text-text-muted">
          Google Calendar, Outlook, Apple Calendar and others can subscribe to this private address. Anyone who has it
          can see the events you host and attend, so do not share it. It does not contain links to join.
        </p>
      </div>
      {address !== null && (
        <Field label="Calendar address" hint="Shown only once. Add it to your calendar app as a subscription.">
          {(control) => (
            <TextInput {...control} readOnly dir="ltr" value={address} onFocus={(event) => event.target.select()} />
          )}
        </Field>
      )}
      {address === null && createdAt !== null && (
        <p>
          <span>Your address was created on</span> <Time iso={createdAt} format="date" />
          <span>. A new one replaces it.</span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {address !== null && (
          <Button variant="primary" onClick={() => void copy(address)}>
            Copy
          </Button>
        )}
        <Button
          isLoading={renewal.isPending}
          onClick={() => renewal.mutate(undefined, { onSuccess: ({ url }) => setAddress(url) })}
        >
          {createdAt === null ? 'Create address' : 'Create new address'}
        </Button>
        {createdAt !== null && (
          <Button
            variant="ghost"
            isLoading={removal.isPending}
            onClick={() => removal.mutate(undefined, { onSuccess: () => setAddress(null) })}
          >
            Remove address
          </Button>
        )}
      </div>
    </section>
  );
}

function copy(address: string): Promise<void> {
  return copyText(address, {
    done: 'Address copied',
    failed: "Couldn't copy the address",
    advice: 'Select the address and copy it with the keyboard.',
  });
}
