import { MapPin, Users, Video } from 'lucide-react';
import type { EventView } from '#shared/api/events.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Count } from '../../../ui/Count.tsx';
import { AudienceLine } from '../../users/components/AudienceLine.tsx';
import { seatsText, statusText } from '../event-text.ts';
import { clockText, dayText } from '../times.ts';
import { DateTile } from './DateTile.tsx';

/** One event of a list; the whole row opens it. */
export function EventRow({ event, onOpen }: { event: EventView; onOpen: (id: string) => void }) {
  const date = new Date(event.date);
  const Place = event.isVirtual ? Video : MapPin;
  const status = statusText(event);
  const seats = event.state === 'scheduled' ? seatsText(event) : null;
  return (
    <button
      type="button"
      className="flex w-full items-start gap-3 px-4 py-3 text-start transition-colors hover:bg-surface-sunken"
      onClick={() => onOpen(event.id)}
    >
      <DateTile date={date} />
      <span className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <span className="min-w-0 max-sm:w-full sm:flex-1">
          <span dir="auto" className="block font-medium wrap-anywhere">
            {event.title}
          </span>
          <time dateTime={event.date} className="block text-small text-text-muted">
            {`${dayText(date)}, ${clockText(event)}`}
          </time>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-text-muted">
            <span className="flex min-w-0 items-center gap-1.5">
              <Place className="size-3.5 shrink-0" />
              <bdi className="truncate">{placeText(event)}</bdi>
            </span>
            <span className="flex items-center gap-1.5">
              <Users className="size-3.5" />
              <span>
                <Count value={event.going} /> <span>{`going${seats !== null ? `, ${seats.toLowerCase()}` : ''}`}</span>
              </span>
            </span>
          </span>
          <AudienceLine audience={event.audience} />
        </span>
        {status !== null && (
          <Badge
            tone={
              event.state === 'cancelled'
                ? 'danger'
                : event.viewer.status === 'waitlisted' || event.viewer.status === 'held'
                  ? 'warning'
                  : 'accent'
            }
          >
            {status}
          </Badge>
        )}
      </span>
    </button>
  );
}

/** Returns the text for the place of an event. */
export function placeText({ isVirtual, location }: Pick<EventView, 'isVirtual' | 'location'>): string {
  if (!isVirtual) return location;
  return location === '' ? 'Online' : `Online, ${location}`;
}
