import { MessageSquareReply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import type { ReviewView } from '#shared/api/reviews.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Stars } from '../../../ui/Stars.tsx';
import { Time } from '../../../ui/Time.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { useRemoveReply } from '../api/mutations.ts';
import { ReplyDialog } from './ReviewDialog.tsx';

/** Who reads a review. */
export interface ReviewReader {
  id: string;
  role: Role;
  /** True for the author of the item, who can reply. */
  isOwner: boolean;
}

/** A review with its reply. */
export function ReviewItem({ review, reader }: { review: ReviewView; reader: ReviewReader }) {
  const { author, reply } = review;
  const [isReplying, setIsReplying] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: removeReply } = useRemoveReply(review.courseId, review.id);
  // Creators have no profile, and open none.
  const hasProfile = author.role !== 'creator' && reader.role !== 'creator';
  return (
    <article aria-label={`Review by ${author.fullName}`} className="flex gap-3 px-4 py-3.5">
      {hasProfile ? (
        <AvatarLink user={author} size="sm" />
      ) : (
        <Avatar id={author.id} name={author.fullName} src={author.profileImage} size="sm" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 min-w-0 items-center gap-1.5">
          {hasProfile ? (
            <NameLink user={author} isTruncated />
          ) : (
            <Name className="min-w-0 truncate text-left font-medium">{author.fullName}</Name>
          )}
          <span aria-hidden="true" className="text-text-muted">
            ·
          </span>
          <Time iso={review.createdAt} className="shrink-0 text-small text-text-muted" />
          {review.editedAt !== null && <span className="shrink-0 text-small text-text-muted">(edited)</span>}
          {author.id !== reader.id && (
            <div className="-my-1 ms-auto">
              <MoreMenu label="More about this review" className="size-7!">
                {reader.isOwner && (
                  <MenuItem icon={<MessageSquareReply />} onSelect={() => setIsReplying(true)}>
                    {reply === null ? 'Reply' : 'Edit your reply'}
                  </MenuItem>
                )}
                {reader.isOwner && reply !== null && (
                  <MenuItem icon={<Trash2 />} isDanger onSelect={() => setIsAsking(true)}>
                    Delete your reply
                  </MenuItem>
                )}
                <ModerationItems target={{ type: 'review', id: review.id, author }} />
              </MoreMenu>
            </div>
          )}
        </div>
        <Stars rating={review.rating} />
        {review.text !== '' && <LinkedText className="mt-1 leading-relaxed">{review.text}</LinkedText>}
        {reply !== null && (
          <div className="mt-3 border-s-2 border-border ps-3">
            <p className="text-small text-text-muted">
              <span>Reply by the author ·</span> <Time iso={reply.createdAt} />
            </p>
            <LinkedText className="mt-0.5 leading-relaxed">{reply.text}</LinkedText>
          </div>
        )}
      </div>
      {isReplying && <ReplyDialog review={review} onClose={() => setIsReplying(false)} />}
      {isAsking && (
        <ConfirmDialog
          title="Delete your reply?"
          description="This can't be undone."
          confirmLabel="Delete"
          onConfirm={() => removeReply()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </article>
  );
}
