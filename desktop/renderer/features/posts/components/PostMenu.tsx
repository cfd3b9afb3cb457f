import { CircleHelp, Link2, Pencil, Trash2 } from 'lucide-react';
import { useIsCreator } from '../../../lib/me.ts';
import { copyLink } from '../../../lib/page/copy-link.ts';
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import type { FeedPost } from '../feed.ts';
import type { Elements } from '../../../ui/elements.ts';

interface PostMenuProps {
  post: FeedPost;
  onDialog: (kind: 'edit' | 'delete' | 'why') => void;
  /** Renders more items. */
  items?: ((post: FeedPost) => Elements) | undefined;
}

/** The less frequent actions of a post. Creators have no feed, which the first two are about. */
export function PostMenu({ post, onDialog, items }: PostMenuProps) {
  const { canEdit, canDelete } = post.viewer;
  const isCreator = useIsCreator();
  return (
    <MoreMenu label="More about this post" className="[&>svg]:size-4.5">
      {!isCreator && (
        <>
          <MenuItem icon={<Link2 />} onSelect={() => void copyLink(`/home?post=${post.id}`)}>
            Copy link
          </MenuItem>
          <MenuItem icon={<CircleHelp />} onSelect={() => onDialog('why')}>
            Why is this here?
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {items?.(post)}
      {canEdit && (
        <MenuItem icon={<Pencil />} onSelect={() => onDialog('edit')}>
          Edit
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => onDialog('delete')}>
          Delete
        </MenuItem>
      )}
      {!canEdit && <ModerationItems target={{ type: 'post', id: post.id, author: post.author }} />}
    </MoreMenu>
  );
}
