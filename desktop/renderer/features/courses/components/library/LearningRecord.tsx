import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, GraduationCap, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { enrollmentEndpoints, type LearningRecordView } from '#shared/api/enrollments.ts';
import { pathOf } from '../../../../lib/http/api.ts';
import { itemsOf } from '../../../../lib/http/pages.ts';
import { useHeadingFocus } from '../../../../lib/page/focus.ts';
import { useLightPrint } from '../../../../lib/page/light-print.ts';
import { usePageTitle } from '../../../../lib/page/page-title.ts';
import { Button } from '../../../../ui/Button.tsx';
import { buttonClasses } from '../../../../ui/button-classes.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { Name } from '../../../../ui/Name.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { Time } from '../../../../ui/Time.tsx';
import { learningRecordQuery } from '../../api/library.ts';
import { CONTENT_TYPES } from '../../content-types.ts';

/** What the user has learned: items, lessons, dates and results of quizzes, to print or to export. */
export function LearningRecord({ fullName }: { fullName: string }) {
  usePageTitle('Learning record');
  useHeadingFocus();
  useLightPrint();
  const query = useInfiniteQuery(learningRecordQuery);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // The printed page contains all items.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const items = itemsOf(query.data);
  return (
    <>
      <ButtonLink to="/library?tab=enrolled" variant="ghost" size="sm" className="-ms-2.5 mb-3 print:hidden">
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
        Library
      </ButtonLink>
      <PageHeader title="Learning record" text={<Name>{fullName}</Name>} />
      {query.data === undefined ? (
        <QueryState query={query} skeleton={<Skeleton className="h-64 w-full" />} />
      ) : items.length === 0 ? (
        <Card isFlush>
          <EmptyState
            icon={<GraduationCap />}
            title="Nothing learned yet"
            text="Here are the items that you enroll in, with your lessons, their dates and your quiz results."
            action={<ButtonLink to="/library?tab=enrolled">Back to the Library</ButtonLink>}
          />
        </Card>
      ) : (
        <>
          <Actions isComplete={!hasNextPage} />
          <div className="flex flex-col gap-4">
            {items.map((item) => (
              <Item key={item.courseId} item={item} />
            ))}
          </div>
          {isFetchNextPageError && (
            <Button className="mt-4 print:hidden" onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      )}
    </>
  );
}

function Actions({ isComplete }: { isComplete: boolean }) {
  return (
    <p className="mb-5 flex flex-wrap gap-2 print:hidden">
      <Button disabled={!isComplete} onClick={() => globalThis.print()}>
        <Printer className="size-4" />
        Print
      </Button>
      <a href={pathOf(enrollmentEndpoints.exportLearningRecord, {})} download className={buttonClasses('secondary')}>
        <Download className="size-4" />
        Export as CSV
      </a>
    </p>
  );
}

function Item({ item }: { item: LearningRecordView }) {
  const { courseId, title, contentType, authorName, enrolledAt, progress, completedAt, lessonCount, lessons } = item;
  return (
    <Card as="section" aria-labelledby={`record-${courseId}`} className="print:break-inside-avoid">
      <h2 id={`record-${courseId}`} dir="auto" className="font-serif text-lg font-semibold wrap-anywhere">
        {title}
      </h2>
      <p className="text-small text-text-muted">
        <span>{`${CONTENT_TYPES[contentType].label} by`}</span> <Name>{authorName}</Name>
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
        <span>
          <span>Enrolled</span> <Time iso={enrolledAt} format="date" />
        </span>
        {completedAt !== null && (
          <span>
            <span>Completed</span> <Time iso={completedAt} format="date" />
          </span>
        )}
        <span>
          <span>{`${progress}%`}</span>
          {lessonCount > 0 && <span>{` · ${lessons.length} of ${lessonCount} lessons done`}</span>}
        </span>
      </p>
      {lessons.length > 0 && <Lessons title={title} lessons={lessons} />}
    </Card>
  );
}

function Lessons({ title, lessons }: Pick<LearningRecordView, 'title' | 'lessons'>) {
  return (
    <table className="mt-3 w-full border-collapse text-small">
      <caption className="sr-only">{`Lessons of ${title}`}</caption>
      <thead>
        <tr className="border-b border-border text-start text-text-muted [&>th]:py-1.5 [&>th]:pe-4 [&>th]:text-start [&>th]:font-medium">
          <th scope="col">Lesson</th>
          <th scope="col">Done</th>
          <th scope="col">Quiz</th>
        </tr>
      </thead>
      <tbody>
        {lessons.map((lesson, index) => (
          <tr
            // oxlint-disable-next-line react/no-array-index-key -- titles can be equal, and lessons never move here
            key={index}
            className="border-b border-border align-top last:border-0 [&>td]:py-1.5 [&>td]:pe-4"
          >
            <td dir="auto" className="wrap-anywhere">
              {lesson.title}
            </td>
            <td className="whitespace-nowrap">
              <Time iso={lesson.doneAt} format="date" />
            </td>
            <td className="whitespace-nowrap">{lesson.quiz && `${lesson.quiz.right} of ${lesson.quiz.questions}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
