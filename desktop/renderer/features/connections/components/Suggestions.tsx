import { useQuery } from '@tanstack/react-query';
import { Sparkles, UserRoundPlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { SuggestionView } from '#shared/api/connections.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { suggestionsQuery } from '../api/queries.ts';
import { useSuggestion } from '../hooks/use-suggestion.ts';
import { NoteDialog } from './NoteDialog.tsx';
import { ReasonLabel } from './ReasonLabel.tsx';
import { UserListSkeleton } from './UserListSkeleton.tsx';
import { UserRow } from './UserRow.tsx';

/** Suggested members, each with the reasons. */
export function Suggestions({ nextStep }: { nextStep: ReactNode }) {
  const query = useQuery(suggestionsQuery);
  const [noteFor, setNoteFor] = useState<SuggestionView | null>(null);
  if (query.data === undefined) return <QueryState query={query} skeleton={<UserListSkeleton />} />;
  if (query.data.length === 0) {
    return (
      <Card isFlush>
        <EmptyState
          icon={<Sparkles />}
          title="No suggestions"
          text="Members are suggested for a mutual connection, the same institution, or a shared course or event."
          action={nextStep}
        />
      </Card>
    );
  }
  return (
    <>
      <Card isFlush>
        <ul aria-label="Suggestions" className="divide-y divide-border">
          {query.data.map((suggestion) => (
            <li key={suggestion.user.id}>
              <SuggestionRow suggestion={suggestion} onNote={() => setNoteFor(suggestion)} />
            </li>
          ))}
        </ul>
      </Card>
      {noteFor && <NoteDialog user={noteFor.user} onClose={() => setNoteFor(null)} />}
    </>
  );
}

function SuggestionRow({ suggestion, onNote }: { suggestion: SuggestionView; onNote: () => void }) {
  const nameId = useId();
  const { user, reasons } = suggestion;
  const { isRequesting, connect, dismiss } = useSuggestion(suggestion);
  return (
    <article aria-labelledby={nameId}>
      <UserRow
        user={user}
        nameId={nameId}
        actions={
          <>
            <Button
              size="sm"
              variant="primary"
              isLoading={isRequesting}
              aria-label={`Connect with ${user.fullName}`}
              onClick={connect}
            >
              <UserRoundPlus className="size-4" />
              Connect
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Connect with ${user.fullName} and add a note`}
              onClick={onNote}
            >
              Add a note
            </Button>
            <IconButton label={`Do not suggest ${user.fullName}`} icon={<X className="size-4" />} onClick={dismiss} />
          </>
        }
      >
        <ul className="mt-1 flex flex-wrap gap-1.5" aria-label="Why">
          {reasons.map((reason) => (
            <li key={reason.type} className="rounded-full bg-surface-sunken px-2 py-0.5 text-small text-text-muted">
              <ReasonLabel reason={reason} />
            </li>
          ))}
        </ul>
      </UserRow>
    </article>
  );
}
