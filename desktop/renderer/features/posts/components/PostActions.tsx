import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Bookmark, Heart, MessageCircle, Repeat2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useIsCreator } from '../../../lib/me.ts';
import { Count } from '../../../ui/Count.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { setLike, setSaved } from '../api/mutations.ts';
import type { FeedPost } from '../feed.ts';
import { whyLabel } from '../why.ts';

interface PostActionsProps {
  post: FeedPost;
  areCommentsOpen: boolean;
  onComments: () => void;
  onDialog: (kind: 'share' | 'why') => void;
}

interface ActionProps {
  icon: LucideIcon;
  /** A verb, for the tooltip and, with the count, for screen readers. */
  label: string;
  count?: number;
  isOn?: boolean;
  isPressed?: boolean;
  isExpanded?: boolean;
  className?: string | undefined;
  onClick: () => void;
}

function Action({ icon: Icon, label, count, isOn = false, isPressed, isExpanded, className, onClick }: ActionProps) {
  const name = count === undefined ? label : `${label}, ${String(count)} so far`;
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={name}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
        {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
        onClick={onClick}
        className={clsx(
          'inline-flex h-8 min-w-8 items-center gap-1.5 rounded-md px-2 text-small tabular-nums transition-colors hover:bg-surface-sunken hover:text-text',
          isOn ? 'font-medium text-text' : 'text-text-muted',
          className,
        )}
      >
        <Icon className={clsx('size-4.5 shrink-0', isOn && 'fill-current')} strokeWidth={1.75} />
        {count !== undefined && count > 0 && <Count value={count} />}
      </button>
    </Tooltip>
  );
}

/** The actions of a post with their counts. Creators save no posts. */
export function PostActions({ post, areCommentsOpen, onComments, onDialog }: PostActionsProps) {
  const client = useQueryClient();
  const { liked, saved } = post.viewer;
  const why = whyLabel(post.viewer);
  const isCreator = useIsCreator();
  return (
    <div className="-ms-2 mt-2 flex items-center gap-1 sm:gap-4">
      <Action
        icon={Heart}
        label="Like"
        count={post.likes}
        isOn={liked}
        isPressed={liked}
        onClick={() => setLike(client, post.id, !liked)}
      />
      <Action
        icon={MessageCircle}
        label="Comments"
        count={post.comments}
        isExpanded={areCommentsOpen}
        onClick={onComments}
      />
      {post.audience.type === 'everyone' && (
        <Action icon={Repeat2} label="Share" count={post.shares} onClick={() => onDialog('share')} />
      )}
      {why !== null && (
        <button
          type="button"
          aria-label={`${why}. Why is this here?`}
          onClick={() => onDialog('why')}
          className="ms-auto min-h-8 min-w-0 truncate rounded-md px-2 text-small text-text-muted transition-colors hover:bg-surface-sunken hover:text-text"
        >
          {why}
        </button>
      )}
      {!isCreator && (
        <Action
          icon={Bookmark}
          label="Save"
          isOn={saved}
          isPressed={saved}
          className={why === null ? 'ms-auto' : undefined}
          onClick={() => setSaved(client, post.id, !saved)}
        />
      )}
    </div>
  );
}
