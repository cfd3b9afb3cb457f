import { CircleHelp, Ellipsis, Flag, Link2, Pencil, Trash2 } from 'lucide-react';
import { copyLink } from '../../../lib/page/copy-link.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx';
import type { FeedPost } from '../feed.ts';

interface PostMenuProps {
  post: FeedPost;
  onEdit: () => void;
  onDelete: () => void;
  onReport: () => void;
  onWhy: () => void;
}

/** The less frequent actions of a post. */
export function PostMenu({ post, onEdit, onDelete, onReport, onWhy }: PostMenuProps) {
  const { canEdit, canDelete } = post.viewer;
  return (
    <Menu
      trigger={<IconButton label="More about this post" icon={<Ellipsis className="size-4.5" />} hasTooltip={false} />}
    >
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink(`/home?post=${post.id}`)}>
        Copy link
      </MenuItem>
      <MenuItem icon={<CircleHelp />} onSelect={onWhy}>
        Why is this here?
      </MenuItem>
      <MenuSeparator />
      {canEdit && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
      {!canEdit && (
        <MenuItem icon={<Flag />} isDanger onSelect={onReport}>
          Report
        </MenuItem>
      )}
    </Menu>
  );
}
