import clsx from 'clsx';
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
  /** False outside of a card. */
  hasBorder?: boolean;
}

/** The end of a paged list: the button for the next page, and the failure to load it. */
export function ListFoot({ query, hasBorder = true }: ListFootProps) {
  const more = (): void => void query.fetchNextPage();
  return (
    <>
      {query.isFetchNextPageError && (
        <div className={hasBorder ? 'border-t border-border p-4' : 'pt-4'}>
          <ErrorPanel {...describeFailure(query.error)} onRetry={more} />
        </div>
      )}
      {query.hasNextPage && (
        <div className={clsx('flex justify-center', hasBorder ? 'border-t border-border p-3' : 'pt-4')}>
          <Button variant="ghost" isLoading={query.isFetchingNextPage} onClick={more}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
