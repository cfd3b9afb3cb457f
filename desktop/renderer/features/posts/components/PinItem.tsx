import { Pin, PinOff } from 'lucide-react';
import { MenuItem } from '../../../ui/Menu.tsx';
import { usePinPost } from '../api/pin-post.ts';
import type { FeedPost } from '../feed.ts';

/** The item of a post's menu by which the author of an item pins the post to the top of the class, or unpins it. */
export function PinItem({ post: { id, isPinned } }: { post: FeedPost }) {
  const { mutate } = usePinPost();
  return (
    <MenuItem icon={isPinned ? <PinOff /> : <Pin />} onSelect={() => mutate({ id, isPinned: !isPinned })}>
      {isPinned ? 'Unpin' : 'Pin to the top'}
    </MenuItem>
  );
}
