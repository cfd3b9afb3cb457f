import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { EventView, RsvpStatus } from '#shared/api/events.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { RoleLine } from '../../users/components/RoleLine.tsx';
import { attendeesQuery } from '../api/queries.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const STATUS: Record<RsvpStatus, string> = {
  going: 'Going',
  interested: 'Interested',
  waitlisted: 'On the waiting list',
  held: 'Seat held',
};

/** The members who answered an event and show it to the user. */
export function Attendees({ event }: { event: EventView }) {
  const titleId = useId();
  const query = useInfiniteQuery(attendeesQuery(event.id));
  const people = itemsOf(query.data);
  const all = event.going + event.interested + (event.viewer.isHost ? event.waitlisted + event.held : 0);
  // The host sees the waiting list; other users see only their own entry.
  const counted = event.viewer.isHost
    ? people.length
    : people.filter(({ status }) => status === 'going' || status === 'interested').length;
  return (
    <section aria-labelledby={titleId} className="border-t border-border pt-4">
      <h3 id={titleId} className="font-semibold">
        People
      </h3>
      <QueryState query={query} skeleton={query.isPending && <Skeleton className="mt-2 h-20 w-full" />} />
      {query.data !== undefined && all === 0 && people.length === 0 && (
        <p className="mt-1 text-text-muted">No answers yet.</p>
      )}
      {people.length > 0 && (
        <ul className="mt-1 divide-y divide-border">
          {people.map(({ user, status }) => (
            <li key={user.id} className="flex items-center gap-2.5 py-2">
              <AvatarLink user={user} size="sm" />
              <span className="min-w-0 flex-1">
                <span className="block">
                  <NameLink user={user} isTruncated />
                </span>
                <RoleLine user={user} />
              </span>
              <Badge
                tone={
                  status === 'going' ? 'accent' : status === 'waitlisted' || status === 'held' ? 'warning' : 'neutral'
                }
              >
                {STATUS[status]}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          isLoading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {query.data !== undefined && !query.hasNextPage && all > counted && (
        <p className="mt-1 text-small text-text-muted">{othersText(all - counted, people.length)}</p>
      )}
    </section>
  );
}

function othersText(others: number, shown: number): string {
  const more = shown === 0 ? '' : ' more';
  return others === 1
    ? `1${more} member answered and shows it only to their connections.`
    : `${others.toLocaleString(OWN_LOCALE)}${more} members answered and show it only to their connections.`;
}
