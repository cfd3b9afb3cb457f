import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import type { ClientPage } from '../../../lib/http/api.ts';
import { Card } from '../../../ui/Card.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AvatarLink } from './AvatarLink.tsx';
import { NameLink } from './NameLink.tsx';
import { RoleLine } from './RoleLine.tsx';

interface PagedUsersProps {
  /** Name of the list for screen readers. */
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<ClientPage<UserCard>>>;
  empty: ReactNode;
}

/** A paged list of members. */
export function PagedUsers({ label, query, empty }: PagedUsersProps) {
  return (
    <PagedList
      label={label}
      query={query}
      keyOf={(user) => user.id}
      empty={empty}
      skeleton={
        <Card aria-busy="true" className="space-y-4">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-10 w-full" />
          ))}
        </Card>
      }
      row={(user) => (
        <div className="flex items-center gap-3 px-4 py-3">
          <AvatarLink user={user} />
          <div className="min-w-0 flex-1">
            <span className="block">
              <NameLink user={user} isTruncated />
            </span>
            <RoleLine user={user} />
          </div>
        </div>
      )}
    />
  );
}
