import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { userEventsQuery } from '../api/queries.ts';

const SHOWN = 3;
const WHEN = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

/** What a member hosts or goes to next, for a rail; nothing while there is nothing. */
export function UpcomingEvents({ userId }: { userId: string }) {
  const titleId = useId();
  const [now] = useState(() => new Date().toISOString());
  const { data } = useInfiniteQuery(userEventsQuery(userId));
  // The list is latest first; the soonest of what is to come stands last.
  const next = (data?.pages.flatMap((page) => page.items) ?? []).filter(({ date }) => date > now).toReversed().slice(0, SHOWN);
  if (next.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold">
        Coming up
      </h2>
      <ul className="mt-2 space-y-2.5">
        {next.map((event) => (
          <li key={event.id}>
            <p dir="auto" className="line-clamp-2 wrap-anywhere">
              {event.title}
            </p>
            <p className="text-[0.8125rem] text-text-muted">
              <time dateTime={event.date}>{WHEN.format(new Date(event.date))}</time>
              {event.relation === 'host' && ' · You host it'}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
