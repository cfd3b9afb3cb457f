import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, Plus } from 'lucide-react';
import { useState } from 'react';
import type { EventView } from '#shared/api/events.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { eventsQuery } from '../api/queries.ts';
import { EventRow } from './EventRow.tsx';
import { EventsWindow } from './EventsWindow.tsx';

interface ClassEventsProps {
  courseId: string;
  /** The title of the item. */
  title: string;
  /** The author of the item offers its events. */
  isOwner: boolean;
  isStudent: boolean;
}

/** The upcoming events of a class. */
export function ClassEvents({ courseId, title, isOwner, isStudent }: ClassEventsProps) {
  /** The dialog: an event, or the form of a new one. */
  const [opened, setOpened] = useState<{ eventId: string | null } | null>(null);
  const query = useInfiniteQuery(eventsQuery({ when: 'upcoming', courseId }));
  const open = (eventId: string): void => setOpened({ eventId });
  const close = (): void => setOpened(null);
  return (
    <section aria-label="Events" className="flex flex-col gap-3">
      {isOwner && (
        <Button className="self-end" onClick={() => setOpened({ eventId: null })}>
          <Plus className="size-4" />
          New event
        </Button>
      )}
      <PagedList
        label="Events"
        query={query}
        keyOf={(event: EventView) => event.id}
        row={(event) => <EventRow event={event} onOpen={open} />}
        skeleton={<Skeleton className="h-24 w-full" />}
        empty={
          <EmptyState
            level={3}
            icon={<CalendarDays />}
            title="No upcoming events"
            text={isOwner ? 'Invite your learners to a lesson or office hours.' : 'Events of the author appear here.'}
          />
        }
      />
      {opened !== null && (
        <EventsWindow
          eventId={opened.eventId}
          start={opened.eventId === null ? 'form' : null}
          isStudent={isStudent}
          classOf={{ type: 'course', id: courseId, name: title }}
          ad={null}
          onEvent={open}
          onAll={close}
          onClose={close}
        />
      )}
    </section>
  );
}
