import { useQuery } from '@tanstack/react-query';
import { CalendarX2, MapPin, Video } from 'lucide-react';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { EventView } from '#shared/api/events.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { useRoomsInView } from '../../../lib/live/use-rooms.ts';
import { useIsCreator } from '../../../lib/me.ts';
import { itemPath } from '../../../lib/page/item-path.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AudienceLine } from '../../users/components/AudienceLine.tsx';
import { eventQuery } from '../api/queries.ts';
import { seatsText } from '../event-text.ts';
import { clockText, dayText, endMsOf } from '../times.ts';
import { DateTile } from './DateTile.tsx';
import { EventMenu } from './EventMenu.tsx';
import { placeText } from './EventRow.tsx';
import { EventStateBadge } from './EventStateBadge.tsx';
import { RsvpButtons } from './RsvpButtons.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const BOX = 'rounded-lg border border-border p-3.5';

/** An event in a post: its current state, and the user's answer. */
export function EventCard({ id }: { id: string }) {
  const { data: event, error, isFetching, refetch } = useQuery(eventQuery(id));
  // Also after a block, when the event is still in the cache.
  const isGone = error instanceof ApiError && error.status === 404;
  if (event && !isGone) return <LoadedCard event={event} />;
  // As high as most events, to reduce the layout shift.
  if (!error) return <Skeleton className="h-36 w-full" />;
  return (
    <div className={`${BOX} flex flex-wrap items-center gap-3 bg-surface-sunken text-text-muted`}>
      <CalendarX2 className="size-4" />
      <span>{isGone ? 'This event is unavailable.' : describeFailure(error).message}</span>
      {!isGone && (
        <Button size="sm" isLoading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </div>
  );
}

function LoadedCard({ event }: { event: EventView }) {
  const card = useRef<HTMLElement>(null);
  useRoomsInView(card, `event-${event.id}`);
  const isOver = endMsOf(event) <= Date.now();
  const isOpen = event.state === 'scheduled' && !isOver;
  return (
    <section ref={card} aria-label={`Event: ${event.title}`} className={BOX}>
      <EventHead event={event}>
        {!isOpen && <EventStateBadge isCancelled={event.state === 'cancelled'} />}
        {isOpen && event.viewer.isHost && <Badge tone="accent">You are the host</Badge>}
        <EventMenu event={event} className="-my-1.5 -me-2" />
      </EventHead>
      {isOpen && !event.viewer.isHost && (
        <div className="mt-3">
          <RsvpButtons event={event} isCompact />
        </div>
      )}
    </section>
  );
}

/** The date, title and place of an event; its title links to the event, for creators to the events of its class. */
function EventHead({ event, children }: { event: EventView; children: Elements }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(pathname === '/home' ? search : '');
  params.set('event', event.id);
  const classPath = `${itemPath(event.audience.id ?? '', 'creator')}&part=events`;
  const to = useIsCreator() ? classPath : `/home?${params.toString()}`;
  const Place = event.isVirtual ? Video : MapPin;
  const seats = event.state === 'scheduled' ? seatsText(event) : null;
  return (
    <div className="flex items-start gap-3">
      <DateTile date={new Date(event.date)} />
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          preventScrollReset
          dir="auto"
          className="block rounded-sm font-medium wrap-anywhere hover:underline"
        >
          {event.title}
        </Link>
        <p className="text-small text-text-muted">
          <time dateTime={event.date}>{`${dayText(new Date(event.date))}, ${clockText(event)}`}</time>
        </p>
        <p className="flex items-start gap-1.5 text-small text-text-muted">
          <Place className="mt-0.5 size-3.5 shrink-0" />
          <bdi className="wrap-anywhere">{placeText(event)}</bdi>
        </p>
        <p className="text-small text-text-muted">
          {`${event.going.toLocaleString(OWN_LOCALE)} going${seats !== null ? ` · ${seats}` : ''}`}
        </p>
        <AudienceLine audience={event.audience} />
      </div>
      {children}
    </div>
  );
}
