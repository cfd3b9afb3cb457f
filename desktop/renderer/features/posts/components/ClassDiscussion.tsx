import { useInfiniteQuery } from '@tanstack/react-query';
import { Megaphone, MessagesSquare } from 'lucide-react';
import { toast } from '../../../lib/page/toasts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { classFeedQuery } from '../api/queries.ts';
import type { FeedPost } from '../feed.ts';
import { PinItem } from './PinItem.tsx';
import { PostComposer } from './PostComposer.tsx';
import { PostList, type PostListProps } from './PostList.tsx';

/** Props of {@link ClassDiscussion} and {@link ClassAnnouncements}. */
interface ClassPostsProps extends Pick<PostListProps, 'comments' | 'attachment'> {
  courseId: string;
  /** The title of the item. */
  title: string;
  viewer: { id: string; fullName: string; profileImage: string | null };
  isOwner: boolean;
}

const pinItem = (post: FeedPost) => <PinItem post={post} />;

/** The discussion of a class: its announcements and posts, and the form that writes to its members alone. */
export function ClassDiscussion({ courseId, title, viewer, isOwner, ...list }: ClassPostsProps) {
  const query = useInfiniteQuery(classFeedQuery(courseId, 'course'));
  const audience = { type: 'course', id: courseId, name: title } as const;
  return (
    <section aria-label="Discussion" className="flex flex-col gap-5">
      <PostComposer
        author={viewer}
        classOf={{ audience, canAnnounce: isOwner }}
        onPosted={({ isAnnouncement }) => toast({ title: isAnnouncement ? 'Announced' : 'Posted' })}
      />
      <PostList
        query={query}
        empty={
          <EmptyState
            level={3}
            icon={<MessagesSquare />}
            title="No posts yet"
            text="Ask a question or share what you have learned. Only the author and the learners see it."
          />
        }
        menuItems={isOwner ? pinItem : undefined}
        {...list}
      />
    </section>
  );
}

/** All announcements of a class, and for the author of the item the form that writes one. */
export function ClassAnnouncements({ courseId, title, viewer, isOwner, ...list }: ClassPostsProps) {
  const query = useInfiniteQuery(classFeedQuery(courseId, 'announcements'));
  const audience = { type: 'course', id: courseId, name: title } as const;
  return (
    <section aria-label="Announcements" className="flex flex-col gap-5">
      {isOwner && (
        <PostComposer
          author={viewer}
          classOf={{ audience, canAnnounce: true, isAnnouncement: true }}
          prompt="What should all learners know?"
          onPosted={() => toast({ title: 'Announced' })}
        />
      )}
      <PostList
        query={query}
        empty={
          <EmptyState
            level={3}
            icon={<Megaphone />}
            title="No announcements yet"
            text={
              isOwner
                ? 'Every learner is notified of an announcement. You can send one a day.'
                : 'You are notified when the author announces something.'
            }
          />
        }
        menuItems={isOwner ? pinItem : undefined}
        {...list}
      />
    </section>
  );
}
