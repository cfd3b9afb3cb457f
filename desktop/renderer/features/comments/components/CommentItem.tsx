import { CircleCheck, CircleX, Pencil, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import type { CommentView } from '#shared/api/comments.ts';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { MentionText } from '../../users/components/MentionText.tsx';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useRemoveComment, useSetAnswer } from '../api/mutations.ts';
import { CommentEditor } from './CommentEditor.tsx';

interface CommentItemProps {
  comment: CommentView;
  /** Called after a deletion. */
  onRemoved: () => void;
}

/** One comment. Its author can edit and delete it; the post's author can delete it or choose it as the answer. */
export const CommentItem = memo(function CommentItem({ comment, onRemoved }: CommentItemProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { viewer, author } = comment;
  const { mutateAsync: remove } = useRemoveComment();
  const { mutate: toggleAnswer } = useSetAnswer();
  return (
    <li className="flex gap-2.5">
      <AvatarLink user={author} size="sm" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 min-w-0 items-center gap-1.5">
          <NameLink user={author} className="truncate" />
          <span aria-hidden="true" className="text-text-muted">
            ·
          </span>
          <Time iso={comment.createdAt} className="shrink-0 text-small text-text-muted" />
          {comment.editedAt !== null && <span className="shrink-0 text-small text-text-muted">(edited)</span>}
          {!isEditing && (
            <div className="-my-1 ms-auto">
              <MoreMenu label="More about this comment" className="size-7!">
                {viewer.canEdit && (
                  <MenuItem icon={<Pencil />} onSelect={() => setIsEditing(true)}>
                    Edit
                  </MenuItem>
                )}
                {viewer.canDelete && (
                  <MenuItem icon={<Trash2 />} isDanger onSelect={() => setIsAsking(true)}>
                    Delete
                  </MenuItem>
                )}
                {viewer.canChoose && (
                  <MenuItem
                    icon={comment.isAnswer ? <CircleX /> : <CircleCheck />}
                    onSelect={() => toggleAnswer(comment)}
                  >
                    {comment.isAnswer ? 'Unmark as the answer' : 'Choose as the answer'}
                  </MenuItem>
                )}
                {!viewer.canEdit && <ModerationItems target={{ type: 'comment', id: comment.id, author }} />}
              </MoreMenu>
            </div>
          )}
        </div>
        {comment.isAnswer && (
          <p className="mt-0.5 mb-1">
            <Badge tone="success">
              <CircleCheck className="size-3.5" />
              Answer
            </Badge>
          </p>
        )}
        {isEditing ? (
          <CommentEditor comment={comment} onClose={() => setIsEditing(false)} />
        ) : (
          <MentionText mentions={comment.mentions} className="leading-relaxed">
            {comment.content}
          </MentionText>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this comment?"
          description="This can't be undone."
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove(comment);
            onRemoved();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
});
