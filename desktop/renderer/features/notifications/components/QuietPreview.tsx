import { useInfiniteQuery } from '@tanstack/react-query';
import type { QuietHours } from '#shared/api/privacy.ts';
import { quietUntil } from '#shared/quiet-hours.ts';
import { DAY_MS } from '#shared/time.ts';
import { notificationsQuery } from '../api/queries.ts';

/** What these quiet hours would have done to the notifications of the last day. */
export function QuietPreview({ hours }: { hours: QuietHours }) {
  const { data } = useInfiniteQuery(notificationsQuery({ filter: 'all', category: '', priority: '' }));
  if (data === undefined) return null;
  const since = Date.now() - DAY_MS;
  const meant = data.pages
    .flatMap((page) => page.items)
    .filter(({ createdAt }) => Date.parse(createdAt) > since && quietUntil(hours, new Date(createdAt)) !== null);
  const passed = meant.filter(({ priority }) => priority === 'high');
  return (
    <p className="rounded-md bg-surface-sunken px-3 py-2 text-[0.8125rem]">
      {meant.length === 0
        ? 'In the last day nothing would have been held back.'
        : `In the last day ${counted(meant.length - passed.length)} would have waited quietly, and ${counted(passed.length)} would have come through.`}
    </p>
  );
}

function counted(count: number): string {
  return count === 1 ? 'one notification' : `${count === 0 ? 'no' : String(count)} notifications`;
}
