import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EventDetailView, EventView } from '#shared/api/events.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { eventsQuery } from '../api/queries.ts';
import { statusText } from '../event-text.ts';
import { startText } from '../times.ts';
import type { Elements } from '../../../ui/elements.ts';

const EventsWindow = lazy(async () => ({ default: (await import('./EventsWindow.tsx')).EventsWindow }));

const SHOWN = 3;

interface UpcomingEventsProps {
  isStudent: boolean;
  /** The advertisement under the lists. */
  ad: ReactNode;
  /** Renders the action that promotes an event; undefined for users who cannot place advertisements. */
  promote?: ((event: EventDetailView) => Elements) | undefined;
}

/**
 * The next events, for a side column, with the dialog of all events; `?event=` opens an event, `new` the form, `all`
 * the lists.
 */
export function UpcomingEvents({ isStudent, ad, promote }: UpcomingEventsProps) {
  const titleId = useId();
  const [params, setParams] = useSearchParams();
  const requested = params.get('event');
  const eventId = requested === 'new' || requested === 'all' ? null : requested;
  const [opened, setOpened] = useState<'list' | 'form' | null>(null);
  const show = (id: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('event');
        else next.set('event', id);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Card as="section" aria-labelledby={titleId}>
      <div className="flex items-center justify-between gap-2">
        <h2 id={titleId} className="font-semibold">
          Upcoming events
        </h2>
        <IconButton
          label="New event"
          icon={<Plus className="size-4" />}
          className="-my-1 -me-2"
          onClick={() => setOpened('form')}
        />
      </div>
      <NextEvents onOpen={show} />
      <div className="mt-3 border-t border-border pt-3">
        <button
          type="button"
          className="rounded-sm font-medium text-accent-text hover:underline"
          onClick={() => setOpened('list')}
        >
          See all events
        </button>
      </div>
      {(opened !== null || requested !== null) && (
        <Suspense fallback={null}>
          <EventsWindow
            eventId={eventId}
            start={requested === 'new' ? 'form' : requested === 'all' ? 'list' : opened}
            isStudent={isStudent}
            ad={ad}
            promote={promote}
            onEvent={show}
            onAll={() => {
              setOpened('list');
              show(null);
            }}
            onClose={() => {
              setOpened(null);
              if (requested !== null) show(null);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

function NextEvents({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useInfiniteQuery(eventsQuery({ when: 'upcoming' }));
  useRooms('events');
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="mt-2 h-24 w-full" />;
    return (
      <div role="alert" className="mt-2">
        <p className="text-small text-text-muted">{describeFailure(query.error).message}</p>
        <Button size="sm" className="mt-2" isLoading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const next = itemsOf(query.data).slice(0, SHOWN);
  if (next.length === 0)
    return (
      <p className="mt-2 text-small text-text-muted">
        No upcoming events. Invite members to a study group or office hours.
      </p>
    );
  return (
    <ul className="mt-1.5 -mx-2">
      {next.map((event) => (
        <li key={event.id}>
          <NextEvent event={event} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function NextEvent({ event, onOpen }: { event: EventView; onOpen: (id: string) => void }) {
  const status = statusText(event);
  return (
    <button
      type="button"
      className="block w-full rounded-md px-2 py-1.5 text-start transition-colors hover:bg-surface-sunken"
      onClick={() => onOpen(event.id)}
    >
      <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
        {event.title}
      </span>
      <span className="block text-small text-text-muted">
        <time dateTime={event.date}>{startText(event.date)}</time>
        {status !== null && <span>{` · ${status}`}</span>}
      </span>
    </button>
  );
}
