import type { EventView } from '#shared/api/events.ts';
import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

/** Returns the text for the state of an event or the user's answer; null for neither. */
export function statusText({ state, viewer }: Pick<EventView, 'state' | 'viewer'>): string | null {
  if (state === 'cancelled') return 'Cancelled';
  if (viewer.isHost) return 'You are the host';
  if (viewer.status === 'going') return 'Going';
  if (viewer.status === 'interested') return 'Interested';
  if (viewer.status === 'held') return 'Seat held for you';
  return viewer.status === 'waitlisted' ? 'Waiting list' : null;
}

/** Returns the text for the free seats; null without a limit. */
export function seatsText({ capacity, going, held }: Pick<EventView, 'capacity' | 'going' | 'held'>): string | null {
  if (capacity === null) return null;
  const free = capacity - going - held;
  if (free <= 0) return 'Full';
  return free === 1 ? '1 seat left' : `${free.toLocaleString(OWN_LOCALE)} seats left`;
}
