import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, MapPin, Video } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ProfileEventView, UserCard } from '#shared/api/users.ts';
import { mapItems } from '../../../lib/http/pages.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { userEventsQuery } from '../api/queries.ts';
import { DateTile } from './DateTile.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const WHEN = new Intl.DateTimeFormat(OWN_LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** The events that a user hosts and, when `isOpen`, attends. */
export function UserEvents({ user, isSelf, isOpen }: { user: UserCard; isSelf: boolean; isOpen: boolean }) {
  const query = useInfiniteQuery({
    ...userEventsQuery(user.id),
    select: (data) => mapItems(data, (event) => (isOpen || event.relation !== 'going' ? event : null)),
  });
  return (
    <PagedList
      label="Events"
      query={query}
      keyOf={(event) => `${event.relation}-${event.id}`}
      skeleton={<Skeleton className="h-24 w-full" />}
      empty={
        <EmptyState
          icon={<CalendarDays />}
          title="No events"
          text={
            isSelf ? (
              'Events you host or attend appear here.'
            ) : (
              <>
                <Name>{user.fullName}</Name> <span>hosts no events and does not share the events they attend.</span>
              </>
            )
          }
        />
      }
      row={(event) => <EventRow event={event} />}
    />
  );
}

function EventRow({ event }: { event: ProfileEventView }) {
  const date = new Date(event.date);
  const Place = event.isVirtual ? Video : MapPin;
  return (
    <Link
      to={`/home?event=${event.id}`}
      className="flex items-start gap-3 px-4 py-3.5 transition-colors hover:bg-surface-sunken"
    >
      <DateTile date={date} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-medium wrap-anywhere">
          {event.title}
        </p>
        <p className="text-small text-text-muted">
          <time dateTime={event.date}>{WHEN.format(date)}</time>
        </p>
        <p className="mt-0.5 flex items-start gap-1.5 text-small text-text-muted">
          <Place className="mt-0.5 size-3.5 shrink-0" />
          <span dir="auto" className="wrap-anywhere">
            {event.isVirtual && event.location === '' ? 'Online' : event.location}
          </span>
        </p>
        {event.relation === 'going' && (
          <p className="mt-0.5 text-small text-text-muted">
            Hosted by <Name>{event.host.fullName}</Name>
          </p>
        )}
      </div>
      {event.state === 'cancelled' ? (
        <Badge tone="danger">Cancelled</Badge>
      ) : (
        <Badge tone={event.relation === 'host' ? 'accent' : 'neutral'}>
          {event.relation === 'host' ? 'Host' : 'Going'}
        </Badge>
      )}
    </Link>
  );
}
