import type { EventView } from '#shared/api/events.ts';

/** How a member stands to an event, in words; null where they do not. */
export function standingText({ state, viewer }: Pick<EventView, 'state' | 'viewer'>): string | null {
  if (state === 'cancelled') return 'Cancelled';
  if (viewer.isHost) return 'You host it';
  if (viewer.status === 'going') return 'Going';
  if (viewer.status === 'interested') return 'Interested';
  if (viewer.status === 'held') return 'Seat held for you';
  return viewer.status === 'waitlisted' ? 'Waiting list' : null;
}

/** How many seats are left, in words; null where there is no limit. */
export function seatsText({ capacity, going, held }: Pick<EventView, 'capacity' | 'going' | 'held'>): string | null {
  if (capacity === null) return null;
  const free = capacity - going - held;
  if (free <= 0) return 'Full';
  return free === 1 ? '1 seat left' : `${free.toLocaleString()} seats left`;
}
