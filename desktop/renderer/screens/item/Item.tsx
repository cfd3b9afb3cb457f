import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { ItemPage } from '../../features/courses/components/ItemPage.tsx';
import type { ItemPart } from '../../features/courses/components/ItemView.tsx';
import { ClassEvents } from '../../features/events/components/ClassEvents.tsx';
import { NextClassEvent } from '../../features/events/components/NextClassEvent.tsx';
import { ClassAnnouncements, ClassDiscussion } from '../../features/posts/components/ClassDiscussion.tsx';
import { buyItem } from '../buy-item.tsx';
import { Reviews } from '../../features/reviews/components/Reviews.tsx';
import { drawAttachment } from '../post-attachment.tsx';
import { usePostComments } from '../use-post-comments.tsx';

interface ItemProps {
  itemId: string;
  user: CurrentUser;
  /** Returns to the list that the item was opened from. */
  onClose: () => void;
}

/** The page of an item with what belongs to its class, in the catalogue and in the Library. */
export function Item({ itemId, user, onClose }: ItemProps) {
  const comments = usePostComments(user);
  const [search] = useSearchParams();
  const parts = useCallback(
    (course: CourseDetailView): ItemPart[] => (isInClass(course, user) ? partsOf(course, { user, comments }) : []),
    [user, comments],
  );
  const due = (course: CourseDetailView) =>
    isInClass(course, user) && <NextClassEvent courseId={course.id} to={eventsHref(search)} />;
  return (
    <ItemPage
      itemId={itemId}
      viewer={user}
      onClose={onClose}
      editHref={(id) => `/library?edit=${id}`}
      parts={parts}
      due={due}
      buy={buyItem}
      end={(course) => <Reviews course={course} viewer={user} />}
    />
  );
}

function eventsHref(search: URLSearchParams): string {
  const next = new URLSearchParams(search);
  next.set('part', 'events');
  return `?${next.toString()}`;
}

/** Whether the user belongs to the class of an item. Creators belong to those of their own items alone. */
function isInClass({ viewer }: CourseDetailView, { role }: CurrentUser): boolean {
  return viewer.isOwner || (viewer.isEnrolled && role !== 'creator');
}

interface Class {
  user: CurrentUser;
  comments: ReturnType<typeof usePostComments>;
}

function partsOf(course: CourseDetailView, { user, comments }: Class): ItemPart[] {
  const { isOwner } = course.viewer;
  const about = { courseId: course.id, title: course.title, isOwner };
  const posts = { ...about, viewer: user, comments, attachment: drawAttachment };
  return [
    { value: 'discussion', label: 'Discussion', content: <ClassDiscussion {...posts} /> },
    { value: 'announcements', label: 'Announcements', content: <ClassAnnouncements {...posts} /> },
    {
      value: 'events',
      label: 'Events',
      content: <ClassEvents {...about} isStudent={user.role === 'student'} />,
    },
  ];
}
