import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, CircleCheck, ExternalLink, FileX2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CourseDetailView, LessonEntry, LessonView } from '#shared/api/courses.ts';
import { useHeadingFocus } from '../../../lib/page/focus.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses, QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { OutsideLink } from '../../../ui/OutsideLink.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSetLessonDone } from '../api/mutations.ts';
import { lessonQuery } from '../api/queries.ts';
import { canOpen, lessonHref, lessonsOf, lockedText } from '../lessons.ts';
import { FileContent } from './FileContent.tsx';
import { Outline } from './Outline.tsx';
import { Quiz } from './Quiz.tsx';

/** A lesson with its content, the outline of its item beside it, and the way to the previous and the next one. */
export function LessonPage({ course, lessonId }: { course: CourseDetailView; lessonId: string }) {
  const [search] = useSearchParams();
  const lessons = lessonsOf(course);
  const at = lessons.findIndex(({ id }) => id === lessonId);
  const lesson = lessons[at];
  const title = lesson?.title ?? 'Lesson';
  usePageTitle(title);
  useHeadingFocus();
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_16rem]">
      <article className="max-w-[680px] min-w-0">
        <p className="mb-3 flex items-start gap-1.5 text-text-muted">
          <ArrowLeft aria-hidden="true" className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
          <Link to={lessonHref(search, null)} dir="auto" className={`${QUIET_LINK_CLASSES} wrap-anywhere`}>
            {course.title}
          </Link>
        </p>
        <h1
          dir="auto"
          className="mb-5 font-serif text-3xl leading-tight font-semibold tracking-tight wrap-anywhere outline-none"
        >
          {title}
        </h1>
        {lesson === undefined || !canOpen(course, lesson) ? (
          <NotOpen course={course} isMissing={lesson === undefined} />
        ) : (
          <Lesson course={course} lesson={lesson} />
        )}
        {lesson !== undefined && <Steps previous={lessons[at - 1]} next={lessons[at + 1]} course={course} />}
      </article>
      <aside aria-label="Lessons" data-region="">
        <Card>
          <h2 className="mb-3 font-semibold">Lessons</h2>
          <Outline course={course} currentId={lessonId} />
        </Card>
      </aside>
    </div>
  );
}

function NotOpen({ course, isMissing }: { course: CourseDetailView; isMissing: boolean }) {
  const [search] = useSearchParams();
  return (
    <Card isFlush>
      <EmptyState
        icon={<FileX2 />}
        title={isMissing ? 'This lesson is unavailable.' : 'This lesson is locked.'}
        text={isMissing ? 'Its author may have deleted it.' : lockedText(course, 'open this lesson')}
        action={<ButtonLink to={lessonHref(search, null)}>Back to the item</ButtonLink>}
      />
    </Card>
  );
}

function Lesson({ course, lesson }: { course: CourseDetailView; lesson: LessonEntry }) {
  const query = useQuery(lessonQuery(course.id, lesson.id));
  if (query.data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-64 w-full" />} />;
  return (
    <>
      <LessonContent course={course} lesson={query.data} />
      {course.viewer.isEnrolled && <DoneButton courseId={course.id} lesson={lesson} />}
    </>
  );
}

function LessonContent({ course, lesson }: { course: CourseDetailView; lesson: LessonView }) {
  const { kind, text, linkUrl, fileId, questions, questionsVersion } = lesson;
  if (kind === 'text') return <LinkedText className="text-medium leading-relaxed">{text ?? ''}</LinkedText>;
  if (kind === 'link' && linkUrl !== null) return <LessonLink href={linkUrl} />;
  if (kind === 'quiz' && questions !== null && questionsVersion !== null) {
    const quiz = { lessonId: lesson.id, questions, questionsVersion };
    return <Quiz key={questionsVersion} course={course} {...quiz} />;
  }
  const file = course.files.find(({ id }) => id === fileId);
  if (file) return <FileContent course={course} file={file} />;
  return <p className="text-text-muted">The author has removed the content of this lesson.</p>;
}

function LessonLink({ href }: { href: string }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-text-muted">This lesson is on another website.</p>
      <OutsideLink href={href} rel="noopener noreferrer nofollow ugc" className={buttonClasses('primary')}>
        <ExternalLink className="size-4" />
        <span>{URL.canParse(href) ? `Open ${new URL(href).host}` : 'Open the link'}</span>
      </OutsideLink>
    </div>
  );
}

function DoneButton({ courseId, lesson }: { courseId: string; lesson: LessonEntry }) {
  const { mutate } = useSetLessonDone(courseId);
  const { id: lessonId, isDone } = lesson;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <Button variant={isDone ? 'secondary' : 'primary'} onClick={() => mutate({ lessonId, isDone: !isDone })}>
        {!isDone && <CircleCheck className="size-4" />}
        <span>{isDone ? 'Mark as not done' : 'Mark as done'}</span>
      </Button>
      <p role="status" className="flex items-center gap-1.5 text-success">
        {isDone && (
          <>
            <CircleCheck aria-hidden="true" className="size-4" />
            <span>Done</span>
          </>
        )}
      </p>
    </div>
  );
}

interface StepsProps {
  course: CourseDetailView;
  previous: LessonEntry | undefined;
  next: LessonEntry | undefined;
}

/** Links to the previous and the next lesson, as far as the viewer can open them. */
function Steps({ course, previous, next }: StepsProps) {
  const [search] = useSearchParams();
  return (
    <nav aria-label="Previous and next lesson" className="mt-8 flex flex-wrap gap-2 border-t border-border pt-5">
      {previous && canOpen(course, previous) && (
        <ButtonLink to={lessonHref(search, previous.id)}>
          <ArrowLeft className="size-4 rtl:-scale-x-100" />
          Previous
          <span className="sr-only">{`: ${previous.title}`}</span>
        </ButtonLink>
      )}
      {next && canOpen(course, next) && (
        <ButtonLink to={lessonHref(search, next.id)} className="ms-auto">
          Next
          <span className="sr-only">{`: ${next.title}`}</span>
          <ArrowRight className="size-4 rtl:-scale-x-100" />
        </ButtonLink>
      )}
    </nav>
  );
}
