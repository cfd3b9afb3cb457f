import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AudienceView } from '#shared/api/audiences.ts';
import type { EventDetailView } from '#shared/api/events.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { eventQuery } from '../api/queries.ts';
import { EventDetail } from './EventDetail.tsx';
import { EventForm } from './EventForm.tsx';
import { EventsList } from './EventsList.tsx';
import type { Elements } from '../../../ui/elements.ts';

interface EventsWindowProps {
  /** The event that is open; null shows all. */
  eventId: string | null;
  /** The view that the dialog opens with when no event is chosen. */
  start: 'list' | 'form' | null;
  isStudent: boolean;
  /** The class that alone can see a new event. */
  classOf?: AudienceView | undefined;
  /** The advertisement under the lists. */
  ad: ReactNode;
  /** Renders the action that promotes an event of the user. */
  promote?: ((event: EventDetailView) => Elements) | undefined;
  onEvent: (id: string) => void;
  /** Returns from the event to the lists. */
  onAll: () => void;
  onClose: () => void;
}

/** The dialog of events: the lists, one event, or the form. */
export function EventsWindow(props: EventsWindowProps) {
  const { eventId, start, isStudent, classOf, ad, promote, onEvent, onAll, onClose } = props;
  const [form, setForm] = useState<'new' | EventDetailView | null>(start === 'form' ? 'new' : null);
  if (form !== null) {
    return (
      <EventForm
        event={form === 'new' ? null : form}
        isStudent={isStudent}
        classOf={classOf}
        onSaved={(id) => {
          setForm(null);
          onEvent(id);
        }}
        onCancel={() => (form === 'new' && start === 'form' && eventId === null ? onClose() : setForm(null))}
        onClose={onClose}
      />
    );
  }
  if (eventId !== null) {
    return (
      <OneEvent
        key={eventId}
        id={eventId}
        promote={promote}
        onEdit={setForm}
        onAll={onAll}
        onOpen={onEvent}
        onClose={onClose}
      />
    );
  }
  return <EventsList ad={ad} onOpen={onEvent} onNew={() => setForm('new')} onClose={onClose} />;
}

interface OneEventProps {
  id: string;
  promote: EventsWindowProps['promote'];
  onEdit: (event: EventDetailView) => void;
  onAll: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}

function OneEvent({ id, onClose, ...rest }: OneEventProps) {
  const query = useQuery(eventQuery(id));
  if (query.data !== undefined) return <EventDetail event={query.data} onClose={onClose} {...rest} />;
  return (
    <Dialog size="lg" onClose={onClose} title="Event" footer={<Button onClick={rest.onAll}>All events</Button>}>
      <QueryState
        query={query}
        skeleton={
          <div className="flex flex-col gap-3">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-32 w-full" />
          </div>
        }
      />
    </Dialog>
  );
}
