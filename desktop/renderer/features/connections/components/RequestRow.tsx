import { Check, EyeOff, X } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import type { ConnectionView } from '#shared/api/connections.ts';
import { Button } from '../../../ui/Button.tsx';
import { Time } from '../../../ui/Time.tsx';
import { MutualLine, PersonLine } from './PersonLine.tsx';

/** What a member does with a request. */
export type RequestAnswer = 'accept' | 'decline' | 'ignore';

const KEYS: Readonly<Record<string, RequestAnswer>> = { a: 'accept', d: 'decline', i: 'ignore' };

/**
 * A request to the member: accept, decline (the other is told), ignore (silent); by a, d and i as well while the row
 * has focus.
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
    const answer = KEYS[event.key];
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
      <PersonLine
        user={request.user}
        nameId={nameId}
        actions={
          <>
            <Button size="sm" variant="primary" aria-label={`Accept ${fullName}`} onClick={() => onAnswer('accept')}>
              <Check aria-hidden="true" className="size-4" />
              Accept
            </Button>
            <Button size="sm" aria-label={`Decline ${fullName}`} onClick={() => onAnswer('decline')}>
              <X aria-hidden="true" className="size-4" />
              Decline
            </Button>
            <Button size="sm" variant="ghost" aria-label={`Ignore ${fullName}`} onClick={() => onAnswer('ignore')}>
              <EyeOff aria-hidden="true" className="size-4" />
              Ignore
            </Button>
          </>
        }
      >
        <MutualLine count={request.mutualCount} />
        {request.note !== null && (
          <p dir="auto" className="mt-1.5 border-s-2 border-border ps-2.5 wrap-anywhere whitespace-pre-line">
            {request.note}
          </p>
        )}
        <p className="mt-1 text-[0.8125rem] text-text-muted">
          Asked <Time iso={request.createdAt} />
        </p>
      </PersonLine>
    </article>
  );
}
