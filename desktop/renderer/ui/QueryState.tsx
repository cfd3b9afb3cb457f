import type { ReactNode } from 'react';
import { describeFailure } from '../lib/http/failure.ts';
import { ErrorPanel } from './ErrorPanel.tsx';

/** The part of a query that {@link QueryState} uses. */
interface ShownQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Shows a skeleton while a query has no data, and its failure with a button that retries it. */
export function QueryState({ query, skeleton = null }: { query: ShownQuery; skeleton?: ReactNode }) {
  if (query.error === null) return skeleton;
  return (
    <ErrorPanel {...describeFailure(query.error)} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
