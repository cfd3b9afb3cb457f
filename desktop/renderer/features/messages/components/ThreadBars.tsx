import type { ConversationView } from '#shared/api/messages.ts';
import type { UserCard } from '#shared/api/users.ts';
import { Button } from '../../../ui/Button.tsx';
import { Name } from '../../../ui/Name.tsx';
import { StrangerDetails } from '../../users/components/StrangerDetails.tsx';
import { useModeration } from '../../users/moderation.ts';
import { useAnswerMessageRequest } from '../api/mutations.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

interface RequestBarProps {
  conversation: ConversationView;
  /** The sender of the request. */
  user: UserCard;
  /** Called when the request is declined or its sender blocked. */
  onLeave: () => void;
}

/** Accepts, declines or reports a message request, or blocks its sender; replying accepts it too. */
export function RequestBar({ conversation: { id }, user, onLeave }: RequestBarProps) {
  const { mutate, isPending, variables } = useAnswerMessageRequest(user.id);
  const { report, block } = useModeration();
  const running = isPending ? variables : null;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-border bg-surface-sunken px-4 py-3">
      <div className="min-w-48 flex-1 space-y-1">
        <p>
          <Name className="font-medium">{user.fullName}</Name> wants to message you. They will not be notified if you
          decline.
        </p>
        <StrangerDetails userId={user.id} />
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button variant="primary" isLoading={running === 'accept'} onClick={() => mutate('accept')}>
          Accept
        </Button>
        <Button isLoading={running === 'decline'} onClick={() => mutate('decline', { onSuccess: onLeave })}>
          Decline
        </Button>
        <Button
          variant="ghost"
          onClick={() => id !== null && report({ type: 'conversation', id, author: user }, onLeave)}
        >
          Report
        </Button>
        <Button variant="ghost" aria-label={`Block @${user.username}`} onClick={() => block(user, onLeave)}>
          Block
        </Button>
      </div>
    </div>
  );
}

/** Explains why the user cannot write in a conversation, and offers an alternative. */
export function CannotWriteBar({ conversation: { user, noWriting } }: { conversation: ConversationView }) {
  if (user === null)
    return (
      <p className="border-t border-border px-4 py-4 text-center text-text-muted">
        This member has deleted their account. You can still read the messages.
      </p>
    );
  if (noWriting === 'REQUEST_PENDING')
    return (
      <p className="border-t border-border px-4 py-4 text-center text-text-muted">
        You can send more messages after they accept your request.
      </p>
    );
  if (noWriting === 'NOT_OPEN')
    return (
      <p className="border-t border-border px-4 py-4 text-center text-text-muted">
        <Name>{user.fullName}</Name> does not accept new conversations.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t border-border px-4 py-4 text-text-muted">
      <p>
        <Name>{user.fullName}</Name> only accepts messages from their connections.
      </p>
      <ButtonLink to={`/profile/${user.id}`} size="sm">
        View profile to connect
      </ButtonLink>
    </div>
  );
}
