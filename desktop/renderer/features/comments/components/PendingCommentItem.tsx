import clsx from 'clsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { Name } from '../../../ui/Name.tsx';
import type { PendingComment } from '../thread.ts';

interface PendingCommentItemProps {
  comment: PendingComment;
  author: { id: string; fullName: string; profileImage: string | null };
  onRetry: () => void;
  onDiscard: () => void;
}

/** A comment that the server has not stored yet. */
export function PendingCommentItem({ comment, author, onRetry, onDiscard }: PendingCommentItemProps) {
  const hasFailed = comment.status === 'failed';
  return (
    <li className="flex gap-2.5">
      <Avatar id={author.id} name={author.fullName} src={author.profileImage} size="sm" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 items-center gap-1.5">
          <Name className="truncate font-semibold">{author.fullName}</Name>
          {!hasFailed && <span className="text-small text-text-muted">· Sending</span>}
        </div>
        <LinkedText className={clsx('leading-relaxed', !hasFailed && 'text-text-muted')}>{comment.content}</LinkedText>
        {hasFailed && (
          <div role="alert" className="mt-2 flex flex-wrap items-center gap-2 rounded-md bg-danger-soft px-3 py-2">
            <p className="min-w-40 flex-1">
              <span className="font-medium">Not sent.</span>{' '}
              {comment.error !== undefined && <span>{comment.error}</span>}
            </p>
            <Button size="sm" variant="ghost" onClick={onDiscard}>
              Discard
            </Button>
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
