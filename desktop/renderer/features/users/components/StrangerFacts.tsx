import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { Name } from '../../../ui/Name.tsx';
import { profileQuery } from '../api/queries.ts';

/**
 * What helps to judge a stranger: who has confirmed their place, and how many connections one shares. Says so where
 * there is nothing.
 */
export function StrangerFacts({ userId }: { userId: string }) {
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
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-text-muted">
      {institutions.map(([id, name]) => (
        <Badge key={id} tone="accent">
          <BadgeCheck aria-hidden="true" className="size-3.5" />
          <span>
            Confirmed by <Name>{name}</Name>
          </span>
        </Badge>
      ))}
      {mutualCount > 0 && (
        <span>{mutualCount === 1 ? '1 connection in common' : `${String(mutualCount)} connections in common`}</span>
      )}
      {institutions.length === 0 && mutualCount === 0 && (
        <span>No connection in common, and no institution has confirmed them.</span>
      )}
    </span>
  );
}
