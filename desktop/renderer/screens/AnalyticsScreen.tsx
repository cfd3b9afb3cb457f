import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Analytics } from '../features/analytics/components/Analytics.tsx';
import { readPlace, writePlace, type AnalyticsPlace } from '../features/analytics/place.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The user's own numbers; period, comparison and the chosen number are in the URL. */
export function AnalyticsScreen() {
  usePageTitle('Analytics');
  const [search, setSearch] = useSearchParams();
  const place = useMemo(() => readPlace(search), [search]);
  const move = useCallback(
    (next: AnalyticsPlace) =>
      setSearch((current) => writePlace(current, next), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return (
    <PageColumns width="wide">
      <PageHeader title="Analytics" text="What happened on each day. Only you see these numbers." />
      <Analytics place={place} onMove={move} />
    </PageColumns>
  );
}
