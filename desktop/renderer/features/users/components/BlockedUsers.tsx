import { useQuery } from '@tanstack/react-query';
import type { UserCard } from '#shared/api/users.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Name } from '../../../ui/Name.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useUnblock } from '../api/mutations.ts';
import { blocksQuery } from '../api/queries.ts';
import { RoleLine } from './RoleLine.tsx';

/** The members whom the user blocks, with buttons to unblock them. */
export function BlockedUsers() {
  const query = useQuery(blocksQuery);
  const { data } = query;
  const { mutateAsync, isPending, variables } = useUnblock();
  const unblock = (user: UserCard): void =>
    void mutateAsync(user).then(
      () => toast({ title: `${user.fullName} is no longer blocked` }),
      () => undefined,
    );
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-12 w-full" />} />;
  if (data.length === 0)
    return <p className="text-text-muted">You have not blocked anyone. You can block a member on their profile.</p>;
  return (
    <ul aria-label="Blocked members" className="divide-y divide-border rounded-md border border-border">
      {data.map((user) => (
        <li key={user.id} className="flex items-center gap-3 px-4 py-3">
          <Avatar name={user.fullName} src={user.profileImage} size="sm" />
          <div className="min-w-0 flex-1">
            <Name className="block truncate font-medium">{user.fullName}</Name>
            <RoleLine user={user} />
          </div>
          <Button
            size="sm"
            isLoading={isPending && variables.id === user.id}
            aria-label={`Unblock ${user.fullName}`}
            onClick={() => unblock(user)}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
}
