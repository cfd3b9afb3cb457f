import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import {
  addDays,
  addMonths,
  eachDayOfInterval,
  endOfMonth,
  endOfWeek,
  isSameDay,
  isSameMonth,
  startOfDay,
  startOfMonth,
  startOfWeek,
} from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { EventView } from '#shared/api/events.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { eventsQuery } from '../api/queries.ts';
import { dayText } from '../times.ts';
import { EventRow } from './EventRow.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const WEEK = { weekStartsOn: 1 } as const;
const MONTH = new Intl.DateTimeFormat(OWN_LOCALE, { month: 'long', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat(OWN_LOCALE, { weekday: 'short' });
const LONG_WEEKDAY = new Intl.DateTimeFormat(OWN_LOCALE, { weekday: 'long' });

/** The day that each key moves to (ARIA Authoring Practices, date grid). */
const MOVES: Readonly<Record<string, (day: Date) => Date>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => startOfWeek(day, WEEK),
  End: (day) => startOfDay(endOfWeek(day, WEEK)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** The events of a month as a grid of days, with the events of the chosen day below. */
export function MonthGrid({ onOpen }: { onOpen: (id: string) => void }) {
  const titleId = useId();
  const [chosen, setChosen] = useState(() => startOfDay(new Date()));
  const grid = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  const { weeks, query, events } = useMonth(chosen);

  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isMoving.current = true;
    setChosen((day) => move(day));
  };
  const ofDay = (day: Date): EventView[] => events.filter(({ date }) => isSameDay(new Date(date), day));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-1">
        <h3 id={titleId} aria-live="polite" className="me-auto font-semibold">
          {MONTH.format(chosen)}
        </h3>
        <Button size="sm" variant="ghost" onClick={() => setChosen(startOfDay(new Date()))}>
          Today
        </Button>
        <IconButton
          label="Previous month"
          icon={<ChevronLeft className="size-4 rtl:rotate-180" />}
          onClick={() => setChosen((day) => addMonths(day, -1))}
        />
        <IconButton
          label="Next month"
          icon={<ChevronRight className="size-4 rtl:rotate-180" />}
          onClick={() => setChosen((day) => addMonths(day, 1))}
        />
      </div>
      <QueryState query={query} />
      <div ref={grid} role="grid" aria-labelledby={titleId} aria-busy={query.isPending}>
        <div role="row" className="grid grid-cols-7">
          {weeks[0]?.map((day) => (
            <span
              key={day.getDay()}
              role="columnheader"
              className="pb-1 text-center text-xs font-medium text-text-muted"
            >
              <span aria-hidden="true">{WEEKDAY.format(day)}</span>
              <span className="sr-only">{LONG_WEEKDAY.format(day)}</span>
            </span>
          ))}
        </div>
        <div role="rowgroup" className="overflow-hidden rounded-md border-s border-t border-border">
          {weeks.map((week) => (
            <div key={week[0]?.toISOString()} role="row" className="grid grid-cols-7">
              {week.map((day) => (
                <DayCell
                  key={day.toISOString()}
                  day={day}
                  chosen={chosen}
                  events={ofDay(day)}
                  onChoose={setChosen}
                  onKeyDown={onKeyDown}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <DayAgenda day={chosen} events={ofDay(chosen)} isLoading={query.isPending} onOpen={onOpen} />
    </div>
  );
}

/** Returns the weeks of a day's month and all events in them. */
function useMonth(chosen: Date) {
  const month = startOfMonth(chosen).getTime();
  const { days, filter } = useMemo(() => {
    const start = startOfWeek(new Date(month), WEEK);
    const end = endOfWeek(endOfMonth(new Date(month)), WEEK);
    return {
      days: eachDayOfInterval({ start, end }),
      filter: { from: start.toISOString(), to: new Date(end.getTime() + 1).toISOString() },
    };
  }, [month]);
  const query = useInfiniteQuery(eventsQuery(filter));
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const weeks = Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7));
  return { weeks, query, events: itemsOf(query.data) };
}

interface DayCellProps {
  day: Date;
  chosen: Date;
  events: readonly EventView[];
  onChoose: (day: Date) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function DayCell({ day, chosen, events, onChoose, onKeyDown }: DayCellProps) {
  const isChosen = isSameDay(day, chosen);
  const isToday = isSameDay(day, new Date());
  const count = events.length === 0 ? 'no events' : events.length === 1 ? '1 event' : `${String(events.length)} events`;
  return (
    <div role="gridcell" aria-selected={isChosen} className="border-e border-b border-border">
      <button
        type="button"
        tabIndex={isChosen ? 0 : -1}
        {...(isToday && { 'aria-current': 'date' as const })}
        className={clsx(
          'flex h-16 w-full flex-col items-start gap-0.5 overflow-hidden p-1 text-start text-caption focus-visible:-outline-offset-2',
          isChosen ? 'bg-accent-soft' : 'hover:bg-surface-sunken',
          !isSameMonth(day, chosen) && 'text-text-muted',
        )}
        onClick={() => onChoose(day)}
        onKeyDown={onKeyDown}
      >
        <span className="sr-only">{`${dayText(day)}, ${count}`}</span>
        <span
          aria-hidden="true"
          className={clsx('tabular-nums', isToday && 'font-semibold text-accent-text underline')}
        >
          {day.getDate()}
        </span>
        {events.slice(0, 1).map((event) => (
          <span key={event.id} aria-hidden="true" dir="auto" className="w-full truncate max-sm:hidden">
            {event.title}
          </span>
        ))}
        {events.length > 0 && (
          <span aria-hidden="true" className={clsx('text-text-muted', events.length === 1 && 'sm:hidden')}>
            {events.length > 1 ? `${String(events.length)} events` : '•'}
          </span>
        )}
      </button>
    </div>
  );
}

interface DayAgendaProps {
  day: Date;
  events: readonly EventView[];
  isLoading: boolean;
  onOpen: (id: string) => void;
}

function DayAgenda({ day, events, isLoading, onOpen }: DayAgendaProps) {
  return (
    <section aria-live="polite" className="rounded-lg border border-border">
      <h4 className="border-b border-border px-4 py-2 font-medium">{dayText(day)}</h4>
      {events.length === 0 ? (
        <p className="px-4 py-3 text-text-muted">{isLoading ? 'Loading…' : 'No events on this day.'}</p>
      ) : (
        <ul className="divide-y divide-border">
          {events.map((event) => (
            <li key={event.id}>
              <EventRow event={event} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
