import { useQuery } from '@tanstack/react-query';
import { connectionEndpoints } from '#shared/api/connections.ts';
import { call, pathOf } from '../../../lib/api.ts';
import { Card } from '../../../ui/Card.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';

const SHOWN = 6;

/** How the viewer and someone know each other: whom both are connected with. Nothing when there is nobody. */
export function MutualPeople({ userId, count }: { userId: string; count: number }) {
  const { data = [] } = useQuery({
    queryKey: [pathOf(connectionEndpoints.listMutual, { params: { id: userId } })] as const,
    queryFn: ({ signal }) => call(connectionEndpoints.listMutual, { params: { id: userId } }, { signal }),
    enabled: count > 0,
  });
  if (count === 0) return null;
  return (
    <Card as="section" aria-labelledby="mutual-title">
      <h2 id="mutual-title" className="font-semibold">
        How you know each other
      </h2>
      <p className="mt-0.5 text-[0.8125rem] text-text-muted">{count === 1 ? '1 mutual connection' : `${String(count)} mutual connections`}</p>
      <ul className="mt-3 space-y-2.5">
        {data.slice(0, SHOWN).map((person) => (
          <li key={person.id} className="flex min-w-0 items-center gap-2.5">
            <AvatarLink user={person} size="sm" />
            <span className="truncate">
              <NameLink user={person} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
