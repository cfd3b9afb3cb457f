import { useQuery } from '@tanstack/react-query';
import type { BlockView } from '#shared/api/users.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Name } from '../../../ui/Name.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useUnblock } from '../api/mutations.ts';
import { blocksQuery } from '../api/queries.ts';
import { RoleLine } from './RoleLine.tsx';

function nameOf({ user }: BlockView): string {
  return user?.fullName ?? 'Unavailable member';
}

/** The members whom the user blocks, with buttons to unblock them. */
export function BlockedUsers() {
  const query = useQuery(blocksQuery);
  const { data } = query;
  const { mutateAsync, isPending, variables } = useUnblock();
  const unblock = (block: BlockView): void =>
    void mutateAsync(block).then(
      () => toast({ title: `${nameOf(block)} is no longer blocked` }),
      () => undefined,
    );
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-12 w-full" />} />;
  if (data.length === 0)
    return <p className="text-text-muted">You have not blocked anyone. You can block a member on their profile.</p>;
  return (
    <ul aria-label="Blocked members" className="divide-y divide-border rounded-md border border-border">
      {data.map((block) => (
        <li key={block.id} className="flex items-center gap-3 px-4 py-3">
          <Avatar id={block.user?.id} name={nameOf(block)} src={block.user?.profileImage ?? null} size="sm" />
          <div className="min-w-0 flex-1">
            <Name className="block truncate text-left font-medium">{nameOf(block)}</Name>
            {block.user && <RoleLine user={block.user} />}
          </div>
          <Button
            size="sm"
            isLoading={isPending && variables.id === block.id}
            aria-label={`Unblock ${nameOf(block)}`}
            onClick={() => unblock(block)}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
}
