import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX2 } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { courseQuery } from '../api/queries.ts';
import { ItemView, type ItemSlots } from './ItemView.tsx';
import { LessonPage } from './LessonPage.tsx';

interface ItemPageProps extends ItemSlots {
  itemId: string;
  viewer: CurrentUser;
  /** Returns to the list that the item was opened from. */
  onClose: () => void;
  /** Returns the path that edits an own item. */
  editHref: (id: string) => string;
}

/** The page of one item, or of its lesson in `?lesson=`, inside the column of a page. */
export function ItemPage({ itemId, viewer, onClose, editHref, ...slots }: ItemPageProps) {
  useRooms(`course-${itemId}`);
  const [search] = useSearchParams();
  const lessonId = search.get('lesson');
  const query = useQuery(courseQuery(itemId));
  const { data: course, error } = query;
  // Also after a block or a deletion, when the item is still in the cache.
  if (error instanceof ApiError && error.status === 404) return <Unavailable onClose={onClose} />;
  if (course === undefined) {
    return (
      <>
        <h1 className="sr-only">Item</h1>
        <QueryState query={query} skeleton={<ItemSkeleton />} />
      </>
    );
  }
  if (lessonId !== null) return <LessonPage key={lessonId} course={course} lessonId={lessonId} />;
  return (
    <>
      <Button variant="ghost" size="sm" className="-ms-2.5 mb-3" onClick={onClose}>
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
        Back
      </Button>
      <ItemView course={course} viewer={viewer} editHref={editHref(course.id)} onLeave={onClose} {...slots} />
    </>
  );
}

function Unavailable({ onClose }: { onClose: () => void }) {
  usePageTitle('Item');
  return (
    <>
      <h1 className="sr-only">Item</h1>
      <Card isFlush>
        <EmptyState
          icon={<FileX2 />}
          title="This item is unavailable."
          text="Its author may have deleted it or stopped offering it."
          action={<Button onClick={onClose}>Back to the list</Button>}
        />
      </Card>
    </>
  );
}

function ItemSkeleton() {
  return (
    <div className="flex max-w-[42rem] flex-col gap-4">
      <Skeleton className="aspect-[5/2] w-full" />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9 w-3/4" />
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  );
}
