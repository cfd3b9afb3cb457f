import clsx from 'clsx';
import { CircleCheck, ExternalLink, FileText, ListChecks, Lock, Paperclip, type LucideIcon } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CourseDetailView, LessonEntry, LessonKind } from '#shared/api/courses.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { canOpen, lessonHref, lessonsOf } from '../lessons.ts';

const KINDS: Record<LessonKind, { label: string; Icon: LucideIcon }> = {
  text: { label: 'Text', Icon: FileText },
  link: { label: 'Link', Icon: ExternalLink },
  file: { label: 'File', Icon: Paperclip },
  quiz: { label: 'Quiz', Icon: ListChecks },
};

/** The sections and lessons of an item, with the learner's progress; `currentId` is the lesson that is open. */
export function Outline({ course, currentId }: { course: CourseDetailView; currentId: string | null }) {
  const { isEnrolled, progress } = course.viewer;
  const lessons = lessonsOf(course);
  const done = lessons.filter(({ isDone }) => isDone).length;
  return (
    <div className="flex flex-col gap-4">
      {isEnrolled && progress !== null && (
        <div>
          <Progress label="Your progress" share={progress / 100} doneText="100%" />
          <p className="mt-1 text-small text-text-muted">{`${done} of ${lessons.length} lessons done`}</p>
        </div>
      )}
      {course.sections.map((section) => (
        <section key={section.id}>
          <h3 dir="auto" className="font-semibold wrap-anywhere">
            {section.title}
          </h3>
          {section.lessons.length === 0 && <p className="mt-1 text-small text-text-muted">No lessons yet</p>}
          <ol className="-mx-2 mt-1">
            {section.lessons.map((lesson) => (
              <li key={lesson.id}>
                <LessonRow
                  lesson={lesson}
                  isOpenable={canOpen(course, lesson)}
                  isCurrent={lesson.id === currentId}
                  hasBadge={lesson.isPreview && !isEnrolled}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

interface LessonRowProps {
  lesson: LessonEntry;
  isOpenable: boolean;
  isCurrent: boolean;
  /** Marks a lesson that everyone can open. */
  hasBadge: boolean;
}

function LessonRow({ lesson, isOpenable, isCurrent, hasBadge }: LessonRowProps) {
  const [search] = useSearchParams();
  const { label, Icon } = KINDS[lesson.kind];
  const Mark = lesson.isDone ? CircleCheck : isOpenable ? Icon : Lock;
  const content = (
    <>
      <Mark aria-hidden="true" className={clsx('mt-0.5 size-4 shrink-0', lesson.isDone && 'text-success')} />
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {lesson.title}
      </span>
      <span className="sr-only">
        <span>{`, ${label}`}</span>
        {lesson.isDone && <span>, done</span>}
        {!isOpenable && <span>, locked</span>}
      </span>
      {hasBadge && <Badge>Preview</Badge>}
    </>
  );
  const classes = 'flex min-h-9 items-start gap-2.5 rounded-md px-2 py-2';
  if (!isOpenable) return <span className={clsx(classes, 'text-text-muted')}>{content}</span>;
  return (
    <Link
      to={lessonHref(search, lesson.id)}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        classes,
        'transition-colors hover:bg-surface-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text',
      )}
    >
      {content}
    </Link>
  );
}
