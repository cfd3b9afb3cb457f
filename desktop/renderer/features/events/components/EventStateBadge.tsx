import { Badge } from '../../../ui/Badge.tsx';

/** Shows that an event is cancelled or over. */
export function EventStateBadge({ isCancelled }: { isCancelled: boolean }) {
  return <Badge tone={isCancelled ? 'danger' : 'neutral'}>{isCancelled ? 'Cancelled' : 'Over'}</Badge>;
}
