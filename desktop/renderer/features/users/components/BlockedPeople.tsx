import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useProfileWrites } from '../api/mutations.ts';
import { blocksQuery } from '../api/queries.ts';
import { RoleLine } from './RoleLine.tsx';

/** Whom the member has blocked, and the way to take it back. */
export function BlockedPeople() {
  const { data, error, isFetching, refetch } = useQuery(blocksQuery);
  const { unblock } = useProfileWrites();
  const [running, setRunning] = useState<string | null>(null);
  const takeBack = async (person: UserCard): Promise<void> => {
    setRunning(person.id);
    try {
      await unblock(person.id);
      toast({ title: `${person.fullName} is not blocked any more` });
    } catch (failed) {
      toast({ title: 'Still blocked', description: describeFailure(failed).message, variant: 'destructive' });
    }
    setRunning(null);
  };
  if (data === undefined) {
    if (error) return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <Skeleton className="h-12 w-full" />;
  }
  if (data.length === 0)
    return <p className="text-text-muted">You have blocked nobody. You block someone on their profile.</p>;
  return (
    <ul aria-label="Blocked people" className="divide-y divide-border rounded-md border border-border">
      {data.map((person) => (
        <li key={person.id} className="flex items-center gap-3 px-4 py-3">
          <Avatar name={person.fullName} src={person.profileImage} size="sm" />
          <div className="min-w-0 flex-1">
            <Name className="block truncate font-medium">{person.fullName}</Name>
            <RoleLine user={person} />
          </div>
          <Button
            size="sm"
            isLoading={running === person.id}
            aria-label={`Unblock ${person.fullName}`}
            onClick={() => void takeBack(person)}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
}
