import { Link } from 'react-router-dom';
import type { SharedPostView } from '#shared/api/posts.ts';
import { NameLink } from '../../users/components/NameLink.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Time } from '../../../ui/Time.tsx';
import { PostImage } from './PostImage.tsx';
import { PostText } from './PostText.tsx';

/** A shared post in the post that shares it; null when it is deleted or hidden from the user. */
export function SharedPost({ post }: { post: SharedPostView | null }) {
  if (post === null) {
    return (
      <p className="mt-3 rounded-lg border border-border bg-surface-sunken px-4 py-3 text-text-muted">
        The shared post is unavailable.
      </p>
    );
  }
  return (
    <div className="mt-3 rounded-lg border border-border p-4">
      <div className="flex min-w-0 items-center gap-2">
        <Avatar id={post.author.id} name={post.author.fullName} src={post.author.profileImage} size="xs" />
        <NameLink user={post.author} isTruncated />
        <span aria-hidden="true" className="text-text-muted">
          ·
        </span>
        <Link to={`/home?post=${post.id}`} className="shrink-0 rounded-sm text-small text-text-muted hover:underline">
          <span className="sr-only">Open the original post, </span>
          <Time iso={post.createdAt} />
        </Link>
      </div>
      <PostText text={post.content} mentions={post.mentions} className="mt-2 leading-relaxed" />
      {post.imageUrl !== null && (
        <PostImage src={post.imageUrl} alt={post.imageAlt} authorName={post.author.fullName} />
      )}
    </div>
  );
}
