import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { adDaysQuery } from '../api/queries.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const SHARE = new Intl.NumberFormat(OWN_LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat(OWN_LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Impressions and clicks of an advertisement by day. */
export function AdDays({ id }: { id: string }) {
  const query = useQuery(adDaysQuery(id));
  const { data } = query;
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-16 w-full" />} />;
  if (data.length === 0) return <p className="text-small text-text-muted">It has not been shown yet.</p>;
  return (
    <table className="w-full text-small">
      <thead className="text-start text-text-muted">
        <tr>
          {['Day (UTC)', 'Shown', 'Clicks', 'Click rate'].map((heading) => (
            <th key={heading} scope="col" className="py-1 text-start font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {data.map(({ day, impressions, clicks }) => (
          <tr key={day} className="border-t border-border">
            <th scope="row" className="py-1 text-start font-normal">
              {DAY.format(new Date(day))}
            </th>
            <td>{impressions.toLocaleString(OWN_LOCALE)}</td>
            <td>{clicks.toLocaleString(OWN_LOCALE)}</td>
            <td>{impressions === 0 ? '–' : SHARE.format(clicks / impressions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
