import { useInfiniteQuery } from '@tanstack/react-query';
import type { QuietHours } from '#shared/api/privacy.ts';
import { quietUntil } from '#shared/quiet-hours.ts';
import { DAY_MS } from '#shared/time.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { notificationsQuery } from '../api/queries.ts';

/** Shows the effect these quiet hours would have had on the last day's notifications. */
export function QuietPreview({ hours }: { hours: QuietHours }) {
  const { data } = useInfiniteQuery(notificationsQuery({ filter: 'all', category: '', priority: '' }));
  if (data === undefined) return null;
  const since = Date.now() - DAY_MS;
  const affected = itemsOf(data).filter(
    ({ createdAt }) => Date.parse(createdAt) > since && quietUntil(hours, new Date(createdAt)) !== null,
  );
  const delivered = affected.filter(({ priority }) => priority === 'high');
  return (
    <p className="rounded-md bg-surface-sunken px-3 py-2 text-small">
      {affected.length === 0
        ? 'In the last 24 hours, no notification would have been held back.'
        : `In the last 24 hours, ${counted(affected.length - delivered.length)} would have been held back and ` +
          `${counted(delivered.length)} would still have been shown.`}
    </p>
  );
}

function counted(count: number): string {
  return count === 1 ? 'one notification' : `${count === 0 ? 'no' : String(count)} notifications`;
}
