import { CircleCheck, CircleHelp } from 'lucide-react';
import { lazy, memo, Suspense, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Attached } from '#shared/api/posts.ts';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { RoleLine } from '../../users/components/RoleLine.tsx';
import { useRoomsInView } from '../../../lib/live/use-rooms.ts';
import { useIsCreator } from '../../../lib/me.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { FeedPost } from '../feed.ts';
import { PostActions } from './PostActions.tsx';
import { PostImage } from './PostImage.tsx';
import { PostMenu } from './PostMenu.tsx';
import { PostText } from './PostText.tsx';
import { SharedPost } from './SharedPost.tsx';
import type { Elements } from '../../../ui/elements.ts';

// Few posts have an audience of their own.
const AudienceLine = lazy(async () => ({
  default: (await import('../../users/components/AudienceLine.tsx')).AudienceLine,
}));

/** The dialogs that a card can open. */
export type PostDialogKind = 'edit' | 'delete' | 'share' | 'history' | 'why';

/** Props of {@link PostCard}; all of them keep their identity between renders of the feed. */
export interface PostCardProps {
  post: FeedPost;
  /** Position in the feed, from 1; undefined outside a feed. */
  position?: number | undefined;
  areCommentsOpen: boolean;
  /** True for the first post that the user has already seen. */
  isCaughtUp?: boolean | undefined;
  onComments: (postId: string) => void;
  onDialog: (kind: PostDialogKind, post: FeedPost) => void;
  /** Renders the comments of the post while they are open. */
  comments: (post: FeedPost) => ReactNode;
  /** Renders the attachment of the post. */
  attachment: (attached: Attached) => ReactNode;
  /** Renders more items of the menu. */
  menuItems?: ((post: FeedPost) => Elements) | undefined;
}

/** One post with its actions. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, position, areCommentsOpen, isCaughtUp = false, comments, attachment } = props;
  const onDialog = (kind: PostDialogKind): void => props.onDialog(kind, post);
  const { author } = post;
  const article = useRef<HTMLElement>(null);
  useRoomsInView(article, `post-${post.id}`, ...(post.shared === null ? [] : [`post-${post.shared.id}`]));
  const nameId = `post-name-${post.id}`;
  const feedAttributes = position === undefined ? {} : { 'aria-posinset': position, 'aria-setsize': -1, tabIndex: 0 };
  if (post.isRemoved) {
    return (
      <article
        {...feedAttributes}
        data-post={post.id}
        aria-label="Deleted post"
        className="px-4 py-4 text-text-muted focus-visible:-outline-offset-2 sm:px-5"
      >
        This post was deleted by its author.
      </article>
    );
  }
  return (
    <article
      {...feedAttributes}
      ref={article}
      data-post={post.id}
      aria-labelledby={nameId}
      className="px-4 pt-4 pb-2 focus-visible:-outline-offset-2 sm:px-5"
    >
      {isCaughtUp && <CaughtUp />}
      <div className="flex gap-3">
        <AvatarLink user={author} />
        <header className="flex min-w-0 flex-1 items-start gap-2">
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-baseline gap-1.5">
              <span id={nameId} className="min-w-0">
                <NameLink user={author} isTruncated />
              </span>
              <span aria-hidden="true" className="text-text-muted">
                ·
              </span>
              <PostTime post={post} />
              {post.editedAt !== null && (
                <button
                  type="button"
                  aria-label="Edited. Show earlier versions"
                  className="shrink-0 rounded-sm text-small text-text-muted hover:underline"
                  onClick={() => onDialog('history')}
                >
                  (edited)
                </button>
              )}
            </div>
            <RoleLine user={author} />
            {post.audience.type !== 'everyone' && (
              <Suspense fallback={null}>
                <AudienceLine audience={post.audience} />
              </Suspense>
            )}
          </div>
          <div className="-me-2 -mt-1.5">
            <PostMenu post={post} onDialog={onDialog} items={props.menuItems} />
          </div>
        </header>
      </div>
      <div className="sm:ps-[3.25rem]">
        <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {post.isPinned && <Badge>Pinned</Badge>}
          {post.isAnnouncement && <Badge tone="accent">Announcement</Badge>}
          {post.isQuestion && (
            <Badge tone={post.answerId === null ? 'accent' : 'success'}>
              {post.answerId === null ? <CircleHelp className="size-3.5" /> : <CircleCheck className="size-3.5" />}
              <span>{post.answerId === null ? 'Question' : 'Answered question'}</span>
            </Badge>
          )}
        </p>
        <PostText text={post.content} mentions={post.mentions} className="mt-2 text-medium leading-[1.6]" />
        {post.imageUrl !== null && <PostImage src={post.imageUrl} alt={post.imageAlt} authorName={author.fullName} />}
        {post.attached !== null && <div className="mt-3">{attachment(post.attached)}</div>}
        {post.sharedPostId !== null && <SharedPost post={post.shared} />}
        <PostActions
          post={post}
          areCommentsOpen={areCommentsOpen}
          onComments={() => props.onComments(post.id)}
          onDialog={onDialog}
        />
        {areCommentsOpen && <div className="mt-2 border-t border-border pt-3 pb-2">{comments(post)}</div>}
      </div>
    </article>
  );
});

/** The time of a post, which links to the post alone; creators, who have no Home, read it in its class. */
function PostTime({ post }: { post: FeedPost }) {
  const time = <Time iso={post.createdAt} />;
  const classes = 'shrink-0 rounded-sm text-small text-text-muted';
  if (useIsCreator()) return <span className={classes}>{time}</span>;
  return (
    <Link to={`/home?post=${post.id}`} className={`${classes} hover:underline`}>
      {time}
    </Link>
  );
}

/** The separator between new posts, above, and posts of the last visit, below. */
function CaughtUp() {
  return (
    <p className="-mx-4 -mt-4 mb-4 flex items-center gap-3 bg-surface-sunken px-4 py-2 text-small text-text-muted sm:-mx-5 sm:px-5">
      <CircleCheck className="size-4 shrink-0" />
      You’re caught up. You have seen everything from here on.
    </p>
  );
}
