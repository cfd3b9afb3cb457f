import { Check, EyeOff, X } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import type { ConnectionView } from '#shared/api/connections.ts';
import { Button } from '../../../ui/Button.tsx';
import { Time } from '../../../ui/Time.tsx';
import { UserMenu } from '../../users/components/UserMenu.tsx';
import type { RequestAnswer } from '../api/mutations.ts';
import { MutualLine, NoteLine, UserRow } from './UserRow.tsx';

const ANSWERS = [
  { key: 'a', answer: 'accept', label: 'Accept', variant: 'primary', Icon: Check },
  { key: 'd', answer: 'decline', label: 'Decline', variant: 'secondary', Icon: X },
  { key: 'i', answer: 'ignore', label: 'Ignore', variant: 'ghost', Icon: EyeOff },
] as const;

/**
 * A received request with its answers: accept, decline (the sender is notified) and ignore (the sender is not). While
 * the row has focus, the keys a, d and i do the same.
 */
export function RequestRow({
  request,
  onAnswer,
}: {
  request: ConnectionView;
  onAnswer: (answer: RequestAnswer) => void;
}) {
  const nameId = useId();
  const { fullName } = request.user;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const answer = ANSWERS.find(({ key }) => key === event.key)?.answer;
    if (answer === undefined || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    onAnswer(answer);
  };
  return (
    <article
      tabIndex={0}
      aria-labelledby={nameId}
      aria-keyshortcuts="a d i"
      onKeyDown={onKeyDown}
      className="rounded-md focus-visible:-outline-offset-2"
    >
      <UserRow
        user={request.user}
        nameId={nameId}
        actions={
          <>
            {ANSWERS.map(({ answer, label, variant, Icon }) => (
              <Button
                key={answer}
                size="sm"
                variant={variant}
                aria-label={`${label} ${fullName}`}
                onClick={() => onAnswer(answer)}
              >
                <Icon className="size-4" />
                <span>{label}</span>
              </Button>
            ))}
            <UserMenu user={request.user} />
          </>
        }
      >
        <MutualLine count={request.mutualCount} />
        <NoteLine note={request.note} />
        <p className="mt-1 text-small text-text-muted">
          <span>Sent</span> <Time iso={request.createdAt} />
        </p>
      </UserRow>
    </article>
  );
}
