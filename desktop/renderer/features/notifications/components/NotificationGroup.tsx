import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { notificationText } from '#shared/api/notification-texts.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { NamedText } from './NamedText.tsx';
import { notificationsQuery, type ListFilter } from '../api/queries.ts';

/** Lists the notifications of a group. */
export function NotificationGroup({ list, onClose }: { list: ListFilter; onClose: () => void }) {
  const query = useInfiniteQuery(notificationsQuery(list));
  if (query.data === undefined)
    return <QueryState query={query} skeleton={<Skeleton className="mt-2 h-16 w-full" />} />;
  return (
    <>
      <ul aria-label="Notifications in this group" className="mt-2 space-y-3 border-s-2 border-border ps-3">
        {itemsOf(query.data)
          .map((view) => ({ ...view, ...notificationText(view) }))
          .map(({ id, actors, content, excerpt, path, createdAt }) => (
            <li key={id} className="flex gap-2.5">
              <Avatar size="xs" id={actors[0]?.id} name={actors[0]?.fullName ?? ''} src={actors[0]?.profileImage} />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">
                  {path === null ? (
                    <NamedText text={content} users={actors} />
                  ) : (
                    <Link to={path} onClick={onClose} className="rounded-sm underline-offset-2 hover:underline">
                      <NamedText text={content} users={actors} />
                    </Link>
                  )}{' '}
                  <Time iso={createdAt} className="text-small text-text-muted" />
                </p>
                {excerpt !== null && (
                  <p dir="auto" className="line-clamp-2 wrap-anywhere text-text-muted">
                    {excerpt}
                  </p>
                )}
              </div>
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          isLoading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  );
}
