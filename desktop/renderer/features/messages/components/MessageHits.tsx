import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { describeFailure } from '../../../lib/failure.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { messageSearchQuery } from '../api/queries.ts';
import { previewOf, quoteOf } from '../preview.ts';

/** Own messages that hold the words, newest first. */
export function MessageHits({ q }: { q: string }) {
  const { data, error, isFetching, refetch } = useQuery(messageSearchQuery(q));
  if (data === undefined) {
    return error ? <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} /> : <Skeleton className="h-24 w-full" />;
  }
  return (
    <>
      <p role="status" className="sr-only">
        {data.length === 1 ? '1 message found' : `${String(data.length)} messages found`}
      </p>
      <Card isFlush>
        {data.length === 0 ? (
          <EmptyState icon={<SearchX />} title="Nothing found" text={`No message of yours holds “${q}”.`} />
        ) : (
          <ul aria-label="Messages found" className="divide-y divide-border">
            {data.map(({ message, user }) => (
              <li key={message.id}>
                <Link to={`/chat?with=${user?.id ?? message.conversationId}`} className="block px-3 py-2.5 hover:bg-surface-sunken focus-visible:-outline-offset-2">
                  <span className="flex items-baseline gap-2">
                    <Name className="min-w-0 flex-1 truncate font-medium">{user?.fullName ?? 'Someone who has left'}</Name>
                    <span className="text-xs text-text-muted">
                      <Time iso={message.createdAt} />
                    </span>
                  </span>
                  <span dir="auto" className="line-clamp-2 wrap-anywhere text-text-muted">
                    {previewOf(quoteOf(message))}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
