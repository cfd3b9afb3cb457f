import { Fragment, memo, useState, type ReactNode } from 'react';
import type { FeedPost } from '../feed.ts';
import { useNearViewport } from '../hooks/use-near-viewport.ts';
import { PostCard, type PostCardProps } from './PostCard.tsx';

/** How far from the screen a page of posts stays drawn. */
const KEPT_MARGIN_PX = 4000;

/** Props of {@link FeedPage}. */
export interface FeedPageProps extends Pick<
  PostCardProps,
  'writes' | 'onComments' | 'onWindow' | 'onReport' | 'comments' | 'attachment'
> {
  posts: readonly FeedPost[];
  /** Place of the first post in the feed, from 1. */
  startsAt: number;
  openIds: ReadonlySet<string>;
  /** The posts after which something else stands, and its number. */
  breaks?: ReadonlyMap<string, number> | undefined;
  /** Draws what stands between posts; keeps its identity between renders. */
  between?: ((place: number) => ReactNode) | undefined;
  /** The post that what the reader saw before begins with. */
  caughtUpId?: string | undefined;
}

/**
 * One fetched page of a feed. Far from the screen only its height stays, so that a long feed keeps a bounded number of
 * nodes.
 */
export const FeedPage = memo(function FeedPage({
  posts,
  startsAt,
  openIds,
  breaks,
  between,
  caughtUpId,
  ...card
}: FeedPageProps) {
  const [ref, { isNear, heightPx }] = useNearViewport<HTMLDivElement>(KEPT_MARGIN_PX, true);
  const [hasFocus, setHasFocus] = useState(false);
  // What holds the focus stays, or the reader who comes back by keyboard would have lost their place.
  const isDrawn = isNear || hasFocus || heightPx === 0;
  return (
    <div
      ref={ref}
      role="presentation"
      className="divide-y divide-border"
      style={isDrawn ? undefined : { height: heightPx }}
      onFocus={() => setHasFocus(true)}
      // When the whole window loses the focus, its active element stays and gets it back later.
      onBlur={(event) => setHasFocus(event.currentTarget.contains(event.relatedTarget ?? document.activeElement))}
    >
      {isDrawn &&
        posts.map((post, index) => (
          <Fragment key={post.id}>
            <PostCard
              post={post}
              position={startsAt + index}
              areCommentsOpen={openIds.has(post.id)}
              isCaughtUp={post.id === caughtUpId}
              {...card}
            />
            {between && breaks?.has(post.id) && between(breaks.get(post.id) ?? 0)}
          </Fragment>
        ))}
    </div>
  );
});
