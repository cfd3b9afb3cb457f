import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { publicCourseQuery } from '../features/courses/api/queries.ts';
import { PublicItem } from '../features/courses/components/PublicItem.tsx';
import { ApiError } from '../lib/http/errors.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { QUIET_LINK_CLASSES } from '../ui/button-classes.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The page at `/?item=`: a published item for visitors. */
export function PublicItemScreen({ itemId }: { itemId: string }) {
  const query = useQuery(publicCourseQuery(itemId));
  const { data: course, error } = query;
  usePageTitle(course?.title ?? 'Item');
  if (error instanceof ApiError && error.status === 404) {
    return (
      <MessagePage
        icon={<FileX2 />}
        title="This item is unavailable"
        actions={
          <ButtonLink to="/" variant="primary">
            Go to the start page
          </ButtonLink>
        }
      >
        <p>Its author may have deleted it or stopped offering it. If you are enrolled, log in to open it.</p>
      </MessagePage>
    );
  }
  return (
    <div className="mx-auto w-full max-w-[72rem] px-5 pt-6 pb-20 sm:px-8">
      <p className="mb-4 flex items-center gap-1.5 text-text-muted">
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        <Link to="/" className={QUIET_LINK_CLASSES}>
          Start page
        </Link>
      </p>
      {course ? (
        <PublicItem course={course} />
      ) : (
        <>
          <h1 className="sr-only">Item</h1>
          <QueryState query={query} skeleton={<Skeleton className="h-96 w-full" />} />
        </>
      )}
    </div>
  );
}
