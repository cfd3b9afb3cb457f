import { MapPin, Users, Video } from 'lucide-react';
import type { EventView } from '#shared/api/events.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Count } from '../../../ui/Count.tsx';
import { seatsText, standingText } from '../standing.ts';
import { clockText, dayText } from '../times.ts';
import { DateTile } from './DateTile.tsx';

/** One event of a list; the whole row opens it. */
export function EventRow({ event, onOpen }: { event: EventView; onOpen: (id: string) => void }) {
  const date = new Date(event.date);
  const Place = event.isVirtual ? Video : MapPin;
  const standing = standingText(event);
  const seats = event.state === 'scheduled' ? seatsText(event) : null;
  return (
    <button
      type="button"
      className="flex w-full items-start gap-3 px-4 py-3 text-start transition-colors hover:bg-surface-sunken"
      onClick={() => onOpen(event.id)}
    >
      <DateTile date={date} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {event.title}
        </span>
        <time dateTime={event.date} className="block text-[0.8125rem] text-text-muted">
          {dayText(date)}, {clockText(event)}
        </time>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-[0.8125rem] text-text-muted">
          <span className="flex min-w-0 items-center gap-1.5">
            <Place aria-hidden="true" className="size-3.5 shrink-0" />
            <bdi className="truncate">{placeText(event)}</bdi>
          </span>
          <span className="flex items-center gap-1.5">
            <Users aria-hidden="true" className="size-3.5" />
            <span>
              <Count value={event.going} /> going{seats !== null && `, ${seats.toLowerCase()}`}
            </span>
          </span>
        </span>
      </span>
      {standing !== null && (
        <Badge
          tone={
            event.state === 'cancelled'
              ? 'danger'
              : event.viewer.status === 'waitlisted' || event.viewer.status === 'held'
                ? 'warning'
                : 'accent'
          }
        >
          {standing}
        </Badge>
      )}
    </button>
  );
}

/** Where an event is held, in words. */
export function placeText({ isVirtual, location }: Pick<EventView, 'isVirtual' | 'location'>): string {
  if (!isVirtual) return location;
  return location === '' ? 'Online' : `Online, ${location}`;
}
