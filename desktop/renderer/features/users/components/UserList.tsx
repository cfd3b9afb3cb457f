import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileUsersQuery } from '../api/queries.ts';
import { PagedUsers } from './PagedUsers.tsx';

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
  return <PagedUsers label={label} query={query} empty={empty} />;
}
