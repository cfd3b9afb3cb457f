import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, ChartLine, Link2, LogOut, MessageCircleQuestion, Pencil, Play, Send, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { DELETED_MEMBER_ID } from '#shared/api/users.ts';
import { chatPath } from '../../../lib/page/chat-path.ts';
import { copyLink } from '../../../lib/page/copy-link.ts';
import { itemPath, publicItemPath } from '../../../lib/page/item-path.ts';
import { useShareInPost } from '../../../lib/page/share-in-post.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import { setSaved, useLeaveCourse } from '../api/mutations.ts';
import { useEnrollAction } from '../hooks/use-enroll-action.ts';
import { lessonHref, nextLesson } from '../lessons.ts';
import { ContinueFile } from './ContinueFile.tsx';

interface ItemActionsProps {
  course: CourseDetailView;
  viewer: CurrentUser;
  editHref: string;
  /** Renders the button that buys the item. */
  buy: (course: CourseDetailView) => ReactNode;
  /** Called after the viewer has blocked the author. */
  onLeave: () => void;
}

/** What the viewer can do with an item, the main action first. */
export function ItemActions({ course, viewer, editHref, buy, onLeave }: ItemActionsProps) {
  const client = useQueryClient();
  const share = useShareInPost();
  const [isLeaving, setIsLeaving] = useState(false);
  const { actions, enroll, isEnrolling } = useEnrollAction(course);
  const { mutateAsync: leave } = useLeaveCourse(course.id);
  const { isOwner, isEnrolled, isPurchased, isSaved } = course.viewer;
  const canLeave = isEnrolled && !isPurchased;
  const canReturn = course.price === 0 && course.status === 'published';
  // Creators are asked by those who have the item; they write to no other author.
  const isAsked = course.author.role === 'creator' ? isEnrolled : viewer.role !== 'creator';
  const canAsk = !isOwner && isAsked && course.author.id !== DELETED_MEMBER_ID;
  const copy = (): void => void copyLink(linkOf(course, viewer));
  return (
    <>
      <div ref={actions} className="mt-4 flex flex-wrap items-center gap-2">
        <MainAction course={course} editHref={editHref} buy={buy} isEnrolling={isEnrolling} onEnroll={enroll} />
        {isOwner && course.enrollments > 0 && (
          <ButtonLink to={`/library?learners=${course.id}`}>
            <Users className="size-4" />
            Learners
          </ButtonLink>
        )}
        {isOwner && (
          <ButtonLink to={numbersPath(course.id, viewer)}>
            <ChartLine className="size-4" />
            Numbers
          </ButtonLink>
        )}
        {!isOwner && (
          <Button aria-pressed={isSaved} onClick={() => setSaved(client, course.id, !isSaved)}>
            <Bookmark className={isSaved ? 'size-4 fill-current text-accent-text' : 'size-4'} />
            Save
          </Button>
        )}
        {canAsk && (
          <ButtonLink to={chatPath(viewer.role, `with=${course.userId}&about=course:${course.id}`)}>
            <MessageCircleQuestion className="size-4" />
            Ask the author
          </ButtonLink>
        )}
        {isOwner && (
          <Button onClick={copy}>
            <Link2 className="size-4" />
            Copy link
          </Button>
        )}
        {course.status === 'published' && viewer.role !== 'creator' && (
          <Button onClick={() => share({ type: 'course', id: course.id })}>
            <Send className="size-4" />
            Share in a post
          </Button>
        )}
        {!isOwner && (
          <MoreMenu label="More about this item" variant="secondary" size="md">
            <MenuItem icon={<Link2 />} onSelect={copy}>
              Copy link
            </MenuItem>
            {canLeave && (
              <MenuItem icon={<LogOut />} onSelect={() => setIsLeaving(true)}>
                Leave
              </MenuItem>
            )}
            <ModerationItems target={{ type: 'course', id: course.id, author: course.author }} onBlocked={onLeave} />
          </MoreMenu>
        )}
      </div>
      <p role="status" className="mt-2 text-small text-text-muted empty:hidden">
        {isEnrolled && (isPurchased ? 'You have this item.' : 'You are enrolled.')}
      </p>
      {isLeaving && (
        <ConfirmDialog
          title="Leave this item?"
          description={`Your progress will be deleted. ${canReturn ? '' : 'You cannot enroll for free again. '}This can't be undone.`}
          confirmLabel="Leave"
          onConfirm={() => leave()}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </>
  );
}

/** Returns the path of the numbers of one item: creators have them in the Library. */
function numbersPath(id: string, { role }: CurrentUser): string {
  return `${role === 'creator' ? '/library?numbers=1&' : '/analytics?'}item=${encodeURIComponent(id)}`;
}

/** Returns the path to share: of a published item the one that visitors can open too. */
function linkOf({ id, status }: CourseDetailView, viewer: CurrentUser): string {
  return status === 'published' ? publicItemPath(id) : itemPath(id, viewer.role);
}

interface MainActionProps extends Pick<ItemActionsProps, 'course' | 'editHref' | 'buy'> {
  isEnrolling: boolean;
  onEnroll: () => void;
}

function MainAction({ course, editHref, buy, isEnrolling, onEnroll }: MainActionProps) {
  const [search] = useSearchParams();
  const { isOwner, isEnrolled } = course.viewer;
  if (isOwner) {
    return (
      <ButtonLink to={editHref} variant="primary">
        <Pencil className="size-4" />
        Edit
      </ButtonLink>
    );
  }
  if (isEnrolled) {
    const lesson = nextLesson(course);
    if (lesson === undefined) return <ContinueFile course={course} isEnrolling={isEnrolling} />;
    return (
      <ButtonLink to={lessonHref(search, lesson.id)} variant="primary">
        <Play className="size-4" />
        <span>{lesson.isDone ? 'Open again' : 'Continue'}</span>
      </ButtonLink>
    );
  }
  if (course.status !== 'published') return null;
  if (course.price > 0) return buy(course);
  return (
    <Button variant="primary" isLoading={isEnrolling} onClick={onEnroll}>
      Enroll
    </Button>
  );
}
