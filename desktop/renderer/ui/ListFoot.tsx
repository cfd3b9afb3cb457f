import { describeFailure } from '../lib/http/failure.ts';
import { Button } from './Button.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';

interface ListFootProps {
  query: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchNextPageError: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** The end of a paged list: the button for the next page, and the failure to load it. */
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
