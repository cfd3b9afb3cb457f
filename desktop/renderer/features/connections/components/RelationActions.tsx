import { Check, Clock, UserRoundPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { Relation, UserCard } from '#shared/api/users.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { type ButtonSize } from '../../../ui/button-classes.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { useAnswerRequest, useRemoveConnection } from '../api/mutations.ts';
import { NoteDialog } from './NoteDialog.tsx';

interface RelationActionsProps {
  user: UserCard;
  relation: Relation;
  /** Called after a change of the relationship, also a failed one: the user's page is to be refetched. */
  onChange: () => void;
  /** 'sm' in lists of members: small buttons whose labels name the member. */
  size?: Extract<ButtonSize, 'sm' | 'md'>;
}

/** The actions on a connection with another user, by the relationship of the two. */
export function RelationActions({ user, relation, onChange, size = 'md' }: RelationActionsProps) {
  const answering = useAnswerRequest();
  const removal = useRemoveConnection({ action: 'withdraw the request' });
  const [isWriting, setIsWriting] = useState(false);
  const { state, connectionId } = relation;
  const isOneOfMany = size === 'sm';
  const main = { size, variant: isOneOfMany ? 'secondary' : 'primary' } as const;
  const named = (verb: string) => (isOneOfMany ? { 'aria-label': `${verb} ${user.fullName}` } : {});
  const isPending = answering.isPending || removal.isPending;
  const options = (done: string) => ({ onSuccess: () => toast({ title: done }), onSettled: onChange });
  const answer = (id: string, what: 'accept' | 'decline', done: string) => ({
    isLoading: answering.isPending && answering.variables.answer === what,
    onClick: () => !isPending && answering.mutate({ id, answer: what }, options(done)),
  });
  if (state === 'accepted') {
    return (
      <ButtonLink to={`/chat?with=${user.id}`} variant={main.variant} size={size} {...named('Message')}>
        Message
      </ButtonLink>
    );
  }
  if (state === 'sent' && connectionId !== null) {
    return (
      <Button
        size={size}
        {...named('Pending, withdraw the request to')}
        isLoading={removal.isPending}
        onClick={() => !isPending && removal.mutate(connectionId, options('Request withdrawn'))}
      >
        <Clock className="size-4" />
        Pending, withdraw
      </Button>
    );
  }
  if (state === 'received' && connectionId !== null) {
    return (
      <>
        <Button
          {...main}
          {...named('Accept')}
          {...answer(connectionId, 'accept', `You and ${user.fullName} are connected`)}
        >
          <Check className="size-4" />
          Accept
        </Button>
        <Button size={size} {...named('Decline')} {...answer(connectionId, 'decline', `You declined ${user.fullName}`)}>
          <X className="size-4" />
          Decline
        </Button>
      </>
    );
  }
  return (
    <>
      <Button {...main} {...named('Connect with')} onClick={() => setIsWriting(true)}>
        <UserRoundPlus className="size-4" />
        Connect
      </Button>
      {isWriting && (
        <NoteDialog
          user={user}
          onClose={() => {
            setIsWriting(false);
            onChange();
          }}
        />
      )}
    </>
  );
}
