import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, List, Plus, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { EVENT_LISTS, type EventList, type EventView } from '#shared/api/events.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { useDebounced } from '../../../lib/page/use-debounced.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { eventsQuery } from '../api/queries.ts';
import { CalendarAddress } from './CalendarAddress.tsx';
import { EventRow } from './EventRow.tsx';
import { MonthGrid } from './MonthGrid.tsx';

interface EventsListProps {
  /** The advertisement under the list. */
  ad: ReactNode;
  onOpen: (id: string) => void;
  onNew: () => void;
  onClose: () => void;
}

/** Delay between the last keystroke and the search, in milliseconds. */
const TYPING_MS = 300;
const TABS: Record<EventList, string> = { upcoming: 'Upcoming', past: 'Past', mine: 'Mine' };
const PLACES = [
  { value: '', label: 'Anywhere' },
  { value: 'true', label: 'Online' },
  { value: 'false', label: 'In person' },
] as const;

/** All events, as lists or by month. */
export function EventsList({ ad, onOpen, onNew, onClose }: EventsListProps) {
  useRooms('events');
  const [view, setView] = useState<'agenda' | 'month' | 'address'>('agenda');
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title="Events"
      footer={
        <>
          <span className="me-auto flex flex-wrap gap-2">
            {view === 'agenda' ? (
              <Button variant="ghost" onClick={() => setView('month')}>
                <CalendarDays className="size-4" />
                Month
              </Button>
            ) : (
              <Button variant="ghost" onClick={() => setView('agenda')}>
                <List className="size-4" />
                Agenda
              </Button>
            )}
            {view !== 'address' && (
              <Button variant="ghost" onClick={() => setView('address')}>
                Add to your calendar app
              </Button>
            )}
          </span>
          <Button variant="primary" onClick={onNew}>
            <Plus className="size-4" />
            New event
          </Button>
        </>
      }
    >
      {view === 'agenda' && (
        <>
          <Agenda onOpen={onOpen} onNew={onNew} />
          <div className="mt-6 max-w-[26rem]">{ad}</div>
        </>
      )}
      {view === 'month' && <MonthGrid onOpen={onOpen} />}
      {view === 'address' && <CalendarAddress />}
    </Dialog>
  );
}

function Agenda({ onOpen, onNew }: { onOpen: (id: string) => void; onNew: () => void }) {
  const [when, setWhen] = useState<EventList>('upcoming');
  const [q, setQ] = useState('');
  const [virtual, setVirtual] = useState<'' | 'true' | 'false'>('');
  const shown = useDebounced(q.trim(), TYPING_MS);
  const isNarrowed = shown !== '' || virtual !== '';
  const clear = (): void => {
    setQ('');
    setVirtual('');
  };
  return (
    <Tabs
      label="Event lists"
      value={when}
      onChange={setWhen}
      items={EVENT_LISTS.map((value) => ({
        value,
        label: TABS[value],
        content: (
          <div className="flex flex-col gap-3">
            <div className="flex flex-wrap gap-2">
              <SearchInput
                label="Search events"
                maxLength={EVENT_LIMITS.searchMaxChars}
                className="min-w-44 flex-1"
                value={q}
                onChange={setQ}
              />
              <Select aria-label="Where" className="w-36" options={PLACES} value={virtual} onChange={setVirtual} />
            </div>
            <EventPages
              filter={{ when: value, ...(shown !== '' && { q: shown }), ...(virtual !== '' && { virtual }) }}
              onOpen={onOpen}
              empty={isNarrowed ? <NoMatches onClear={clear} /> : <EmptyList when={value} onNew={onNew} />}
            />
          </div>
        ),
      }))}
    />
  );
}

interface EventPagesProps {
  filter: { when: EventList; q?: string; virtual?: 'true' | 'false' };
  onOpen: (id: string) => void;
  empty: ReactNode;
}

function EventPages({ filter, onOpen, empty }: EventPagesProps) {
  const query = useInfiniteQuery(eventsQuery(filter));
  return (
    <PagedList
      label={`${TABS[filter.when]} events`}
      query={query}
      keyOf={(event: EventView) => event.id}
      row={(event) => <EventRow event={event} onOpen={onOpen} />}
      skeleton={<Skeleton className="h-72 w-full" />}
      empty={empty}
    />
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      level={3}
      icon={<Search />}
      title="No matching events"
      text="No event in this list matches your search and place."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

const EMPTY: Record<EventList, { title: string; text: string }> = {
  upcoming: { title: 'No upcoming events', text: 'Invite members to a study group, a talk or office hours.' },
  past: { title: 'No past events', text: 'Events appear here after they have ended.' },
  mine: { title: 'You have no events', text: 'Events you host or have answered appear here.' },
};

function EmptyList({ when, onNew }: { when: EventList; onNew: () => void }) {
  return (
    <EmptyState
      level={3}
      icon={<CalendarDays />}
      {...EMPTY[when]}
      action={when === 'past' ? undefined : <Button onClick={onNew}>New event</Button>}
    />
  );
}
