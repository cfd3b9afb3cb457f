import { Check, Clock, UserRoundPlus, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Relation, UserCard } from '#shared/api/users.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses, type ButtonSize } from '../../../ui/button-classes.ts';
import { useConnectionWrites } from '../api/mutations.ts';
import { NoteDialog } from './NoteDialog.tsx';

/** Props of {@link RelationActions}. */
export interface RelationActionsProps {
  user: UserCard;
  relation: Relation;
  /** Something has changed: the person's page is to be fetched afresh. */
  onChange: () => void;
  /** 'sm' where many people stand on one page: small, and the buttons say whom they concern. */
  size?: Extract<ButtonSize, 'sm' | 'md'>;
}

type Act = 'remove' | 'accepted' | 'rejected';

/** What can be done about a connection with someone, as the two stand to each other. */
export function RelationActions({ user, relation, onChange, size = 'md' }: RelationActionsProps) {
  const writes = useConnectionWrites();
  const [isWriting, setIsWriting] = useState(false);
  const [running, setRunning] = useState<Act | null>(null);
  const { state, connectionId } = relation;
  const isOneOfMany = size === 'sm';
  const main = { size, variant: isOneOfMany ? 'secondary' : 'primary' } as const;
  const named = (verb: string) => (isOneOfMany ? { 'aria-label': `${verb} ${user.fullName}` } : {});
  const run = async (what: Act, id: string, done: string): Promise<void> => {
    if (running) return;
    setRunning(what);
    try {
      await (what === 'remove' ? writes.remove(id) : writes.answer(id, what));
      toast({ title: done });
    } catch (error) {
      toast({ title: 'That did not work', description: describeFailure(error).message, variant: 'destructive' });
    } finally {
      setRunning(null);
    }
    onChange();
  };
  const act = (what: Act, id: string, done: string) => ({
    isLoading: running === what,
    onClick: () => void run(what, id, done),
  });
  if (state === 'accepted') {
    return (
      <Link to={`/chat?with=${user.id}`} className={buttonClasses(main.variant, size)} {...named('Message')}>
        Message
      </Link>
    );
  }
  if (state === 'sent' && connectionId !== null) {
    return (
      <Button
        size={size}
        {...named('Pending, withdraw the request to')}
        {...act('remove', connectionId, 'Request withdrawn')}
      >
        <Clock aria-hidden="true" className="size-4" />
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
          {...act('accepted', connectionId, `You and ${user.fullName} are connected`)}
        >
          <Check aria-hidden="true" className="size-4" />
          Accept
        </Button>
        <Button size={size} {...named('Decline')} {...act('rejected', connectionId, `You declined ${user.fullName}`)}>
          <X aria-hidden="true" className="size-4" />
          Decline
        </Button>
      </>
    );
  }
  return (
    <>
      <Button {...main} {...named('Connect with')} onClick={() => setIsWriting(true)}>
        <UserRoundPlus aria-hidden="true" className="size-4" />
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
