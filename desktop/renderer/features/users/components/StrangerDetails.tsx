import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { Name } from '../../../ui/Name.tsx';
import { profileQuery } from '../api/queries.ts';
import { mutualText } from '../user-text.ts';

/** Confirmations and mutual connections of a user who is not a connection, or that there are none. */
export function StrangerDetails({ userId }: { userId: string }) {
  const { data } = useQuery(profileQuery(userId));
  if (data === undefined) return null;
  const institutions = [
    ...new Map(
      data.claims
        .filter(({ status }) => status === 'confirmed')
        .map(({ institution }) => [institution.id, institution.fullName]),
    ),
  ];
  const { mutualCount } = data.viewer;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-text-muted">
      {institutions.map(([id, name]) => (
        <Badge key={id} tone="accent">
          <BadgeCheck className="size-3.5" />
          <span>
            Confirmed by <Name>{name}</Name>
          </span>
        </Badge>
      ))}
      {mutualCount > 0 && <span>{mutualText(mutualCount)}</span>}
      {institutions.length === 0 && mutualCount === 0 && (
        <span>No mutual connections, and not confirmed by an institution.</span>
      )}
    </span>
  );
}
