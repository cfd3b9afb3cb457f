import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import type { EventView } from '#shared/api/events.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { eventsQuery } from '../api/queries.ts';
import { EventRow } from './EventRow.tsx';

/** A dialog in which the user chooses an upcoming event. */
export function EventPicker({ onPick, onClose }: { onPick: (id: string) => void; onClose: () => void }) {
  const query = useInfiniteQuery(eventsQuery({ when: 'upcoming' }));
  return (
    <Dialog
      onClose={onClose}
      title="Choose an event"
      description="Members can answer it in your post."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <PagedList
        label="Upcoming events"
        query={query}
        keyOf={(event: EventView) => event.id}
        row={(event) => <EventRow event={event} onOpen={onPick} />}
        skeleton={<Skeleton className="h-48 w-full" />}
        empty={
          <EmptyState
            level={3}
            icon={<CalendarDays />}
            title="No upcoming events"
            text="Create an event first, then share it in a post."
          />
        }
      />
    </Dialog>
  );
}
