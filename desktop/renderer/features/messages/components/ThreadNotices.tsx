import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ConversationView } from '#shared/api/messages.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';
import { StrangerFacts } from '../../users/components/StrangerFacts.tsx';
import { useMessageWrites } from '../api/mutations.ts';

/** Asks what to do with a request; an answer accepts it too. */
export function RequestBar({ name, peerId }: { name: string; peerId: string }) {
  const { answer } = useMessageWrites();
  const navigate = useNavigate();
  const [running, setRunning] = useState<'accept' | 'decline' | null>(null);
  const run = async (choice: 'accept' | 'decline'): Promise<void> => {
    setRunning(choice);
    try {
      await answer(peerId, choice);
      if (choice === 'decline') void navigate('/chat');
    } catch (error) {
      toast({ title: 'That did not work', description: describeFailure(error).message, variant: 'destructive' });
    }
    setRunning(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-border bg-surface-sunken px-4 py-3">
      <div className="min-w-48 flex-1 space-y-1">
        <p>
          <Name className="font-medium">{name}</Name> wants to write with you. They are not told when you decline.
        </p>
        <StrangerFacts userId={peerId} />
      </div>
      <Button variant="primary" isLoading={running === 'accept'} onClick={() => void run('accept')}>
        Accept
      </Button>
      <Button isLoading={running === 'decline'} onClick={() => void run('decline')}>
        Decline
      </Button>
    </div>
  );
}

/** Says why one cannot write here, and what could be done instead. */
export function WhyNoWriting({ conversation: { user, noWriting } }: { conversation: ConversationView }) {
  if (user === null)
    return (
      <p className="border-t border-border px-4 py-4 text-center text-text-muted">
        This person has left. You can read what was written.
      </p>
    );
  if (noWriting === 'REQUEST_PENDING')
    return (
      <p className="border-t border-border px-4 py-4 text-center text-text-muted">
        Your message waits for their answer. You can write more when they accept.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t border-border px-4 py-4 text-text-muted">
      <p>
        <Name>{user.fullName}</Name> takes messages from their connections.
      </p>
      <Link to={`/profile/${user.id}`} className={buttonClasses('secondary', 'sm')}>
        Ask to connect
      </Link>
    </div>
  );
}
