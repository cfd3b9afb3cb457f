import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { profileUsersQuery } from '../api/queries.ts';
import { AvatarLink } from './AvatarLink.tsx';
import { NameLink } from './NameLink.tsx';
import { RoleLine } from './RoleLine.tsx';

interface UserListProps {
  userId: string;
  list: 'connections' | 'people';
  /** Name of the list for screen readers. */
  label: string;
  empty: ReactNode;
}

/** A list of members on a profile. */
export function UserList({ userId, list, label, empty }: UserListProps) {
  const query = useInfiniteQuery(profileUsersQuery(userId, list));
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
            <span className="block truncate">
              <NameLink user={user} />
            </span>
            <RoleLine user={user} />
          </div>
        </div>
      )}
    />
  );
}
