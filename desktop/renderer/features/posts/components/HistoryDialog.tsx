import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { historyQuery } from '../api/queries.ts';
import type { FeedPost } from '../feed.ts';

/** The versions of a post, the current one first. */
export function HistoryDialog({ post, onClose }: { post: FeedPost; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(historyQuery(post.id));
  return (
    <Dialog
      onClose={onClose}
      title="Edit history"
      description="Everyone who can see the post can see its earlier versions."
    >
      {data === undefined &&
        (error ? (
          <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-32 w-full" />
        ))}
      {data !== undefined && (
        <ol aria-label="Versions" className="flex flex-col divide-y divide-border">
          {data.map((version, index) => (
            <li key={version.at} className="py-3 first:pt-0 last:pb-0">
              <p className="mb-1 text-small text-text-muted">
                {index === 0 ? 'Now' : index === data.length - 1 ? 'First' : 'Before'}
                {' · '}
                <Time iso={version.at} />
              </p>
              <LinkedText className="leading-relaxed">{version.content}</LinkedText>
              {version.imageAlt !== null && (
                <p dir="auto" className="mt-1 text-small text-text-muted">
                  Image description: {version.imageAlt}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
