import { useEffect, type ReactNode } from 'react';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useNearViewport } from '../../../lib/page/use-near-viewport.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';

/** Distance to the end of a feed at which the next page is fetched. */
const AHEAD_PX = 1200;

interface FeedFootProps {
  /** Number of loaded pages: after each the next one can be due, also when nothing else has changed. */
  pageCount: number;
  hasMore: boolean;
  isLoading: boolean;
  /** Why the next page could not be loaded; null without an error. */
  error: Error | null;
  onMore: () => void;
  /** Shown after the last page; by default a note that there are no more posts. */
  end?: ReactNode;
}

/** The end of a feed: fetches the next page when it is near the viewport, or by its button. */
export function FeedFoot({ pageCount, hasMore, isLoading, error, onMore, end }: FeedFootProps) {
  const { ref, isNear } = useNearViewport(AHEAD_PX, { isFirstNear: false });
  const isDue = isNear && hasMore && !isLoading && error === null;
  useEffect(() => {
    if (isDue) onMore();
  }, [isDue, onMore, pageCount]);
  if (error !== null) {
    return (
      <div className="p-4">
        <ErrorPanel {...describeFailure(error)} isRetrying={isLoading} onRetry={onMore} />
      </div>
    );
  }
  return (
    <div ref={ref} className="flex min-h-16 items-center justify-center p-3 text-text-muted">
      {hasMore ? (
        <Button variant="ghost" isLoading={isLoading} onClick={onMore}>
          {isLoading ? 'Loading more' : 'Load more'}
        </Button>
      ) : (
        (end ?? <p>You have reached the end</p>)
      )}
    </div>
  );
}
