import type { EventView } from '#shared/api/events.ts';

/** How a member stands to an event, in words; null where they do not. */
export function standingText({ state, viewer }: Pick<EventView, 'state' | 'viewer'>): string | null {
  if (state === 'cancelled') return 'Cancelled';
  if (viewer.isHost) return 'You host it';
  if (viewer.status === 'going') return 'Going';
  if (viewer.status === 'interested') return 'Interested';
  return viewer.status === 'waitlisted' ? 'Waiting list' : null;
}

/** How many seats are left, in words; null where there is no limit. */
export function seatsText({ capacity, going }: Pick<EventView, 'capacity' | 'going'>): string | null {
  if (capacity === null) return null;
  const free = capacity - going;
  if (free <= 0) return 'Full';
  return free === 1 ? '1 seat left' : `${free.toLocaleString()} seats left`;
}
