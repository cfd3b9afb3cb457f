import { describeFailure } from '../lib/failure.ts';
import { Button } from './Button.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';

/** Props of {@link ListFoot}: the part of an infinite query that it looks at. */
export interface ListFootProps {
  query: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchNextPageError: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** The end of a list of pages: the way to the next one, and what is said when that did not come. */
export function ListFoot({ query }: ListFootProps) {
  const more = (): void => void query.fetchNextPage();
  return (
    <>
      {query.isFetchNextPageError && (
        <div className="border-t border-border p-4">
          <ErrorPanel {...describeFailure(query.error)} onRetry={more} />
        </div>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center border-t border-border p-3">
          <Button variant="ghost" isLoading={query.isFetchingNextPage} onClick={more}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
