import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { SuggestionView } from '#shared/api/connections.ts';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { suggestionsQuery } from '../api/queries.ts';
import { useSuggestion } from '../hooks/use-suggestion.ts';
import { ReasonLabel } from './ReasonLabel.tsx';

/** A few suggested members, for a side column; renders nothing without any. */
export function SuggestedUsers({ count, more }: { count: number; more: ReactNode }) {
  const titleId = useId();
  const { data = [] } = useQuery(suggestionsQuery);
  if (data.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold">
        People you may know
      </h2>
      <ul className="mt-3 space-y-4">
        {data.slice(0, count).map((suggestion) => (
          <li key={suggestion.user.id}>
            <Suggested suggestion={suggestion} />
          </li>
        ))}
      </ul>
      {data.length > count && <div className="mt-3 border-t border-border pt-3">{more}</div>}
    </Card>
  );
}

function Suggested({ suggestion }: { suggestion: SuggestionView }) {
  const { user, reasons } = suggestion;
  const { isRequesting, connect, dismiss } = useSuggestion(suggestion);
  return (
    <div className="flex gap-2.5">
      <AvatarLink user={user} size="sm" />
      <div className="min-w-0 flex-1">
        <NameLink user={user} isTruncated />
        {reasons[0] && (
          <p className="line-clamp-2 text-small text-text-muted">
            <ReasonLabel reason={reasons[0]} />
          </p>
        )}
        <div className="mt-1.5 flex items-center gap-1">
          <Button size="sm" isLoading={isRequesting} aria-label={`Connect with ${user.fullName}`} onClick={connect}>
            <UserRoundPlus className="size-4" />
            Connect
          </Button>
          <IconButton label={`Do not suggest ${user.fullName}`} icon={<X className="size-4" />} onClick={dismiss} />
        </div>
      </div>
    </div>
  );
}
