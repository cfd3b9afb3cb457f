import { Fragment, memo, useState } from 'react';
import { useNearViewport } from '../../../lib/page/use-near-viewport.ts';
import type { FeedPost } from '../feed.ts';
import { PostCard, type PostCardProps } from './PostCard.tsx';
import type { Elements } from '../../../ui/elements.ts';

/** Distance from the viewport within which a page of posts is rendered. */
const RENDER_MARGIN_PX = 4000;

/** Props of {@link FeedPage}. */
export interface FeedPageProps extends Pick<
  PostCardProps,
  'onComments' | 'onDialog' | 'comments' | 'attachment' | 'menuItems'
> {
  posts: readonly FeedPost[];
  /** Position of the first post in the feed, from 1. */
  startsAt: number;
  openIds: readonly string[];
  /** The posts after which another item is rendered, with its number. */
  breaks?: ReadonlyMap<string, number> | undefined;
  /** Renders such an item; keeps its identity between renders. */
  between?: ((index: number) => Elements) | undefined;
  /** Id of the first post that the user has already seen. */
  caughtUpId?: string | undefined;
}

/** One fetched page of a feed. Off screen it renders only its height, so that the number of DOM nodes stays bounded. */
export const FeedPage = memo(function FeedPage({
  posts,
  startsAt,
  openIds,
  breaks,
  between,
  caughtUpId,
  ...card
}: FeedPageProps) {
  const { ref, isNear, heightPx } = useNearViewport(RENDER_MARGIN_PX);
  const [hasFocus, setHasFocus] = useState(false);
  // A page with the focus stays rendered, so that a keyboard user does not lose their position.
  const isDrawn = isNear || hasFocus || heightPx === 0;
  return (
    <div
      ref={ref}
      role="presentation"
      className="divide-y divide-border"
      style={isDrawn ? undefined : { height: heightPx }}
      onFocus={() => setHasFocus(true)}
      // When the window loses the focus, its active element stays the same and gets the focus back later.
      onBlur={(event) => setHasFocus(event.currentTarget.contains(event.relatedTarget ?? document.activeElement))}
    >
      {isDrawn &&
        posts.map((post, index) => (
          <Fragment key={post.id}>
            <PostCard
              post={post}
              position={startsAt + index}
              areCommentsOpen={openIds.includes(post.id)}
              isCaughtUp={post.id === caughtUpId}
              {...card}
            />
            {between && breaks?.has(post.id) && between(breaks.get(post.id) ?? 0)}
          </Fragment>
        ))}
    </div>
  );
});
