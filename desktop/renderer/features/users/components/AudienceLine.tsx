import { Building2, GraduationCap, UsersRound } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { AudienceType, AudienceView } from '#shared/api/audiences.ts';
import { audienceText } from '../audience-text.ts';

const ICONS = { connections: UsersRound, institution: Building2, course: GraduationCap } as const satisfies Record<
  Exclude<AudienceType, 'everyone'>,
  unknown
>;

/** Who can see a post or an event, for its card; nothing when everyone can, and on the page of the item of a class. */
export function AudienceLine({ audience }: { audience: AudienceView }) {
  const [search] = useSearchParams();
  const text = audienceText(audience);
  const isOwnPage = audience.type === 'course' && search.get('item') === audience.id;
  if (audience.type === 'everyone' || text === null || isOwnPage) return null;
  const Icon = ICONS[audience.type];
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-small text-text-muted">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">Visible to: </span>
      <bdi className="truncate">{text}</bdi>
    </span>
  );
}
