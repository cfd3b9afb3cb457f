import type { ReactNode } from 'react';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { useHeadingFocus } from '../../../lib/page/focus.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { Card } from '../../../ui/Card.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Time } from '../../../ui/Time.tsx';
import { CONTENT_TYPES } from '../content-types.ts';
import { filesText } from '../file-facts.ts';
import { lessonsOf } from '../lessons.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';
import { ItemActions } from './ItemActions.tsx';
import { ItemAuthor } from './ItemAuthor.tsx';
import { ItemFiles } from './ItemFiles.tsx';
import { Outline } from './Outline.tsx';

interface ItemViewProps {
  course: CourseDetailView;
  viewer: CurrentUser;
  /** The path that edits an own item. */
  editHref: string;
  /** Renders the button that buys the item. */
  buy: (course: CourseDetailView) => ReactNode;
  /** Called after the viewer has blocked the author. */
  onLeave: () => void;
}

/** An item: what it is, what is in it, and what the viewer can do with it. */
export function ItemView({ course, viewer, editHref, buy, onLeave }: ItemViewProps) {
  usePageTitle(course.title);
  useHeadingFocus();
  const { label } = CONTENT_TYPES[course.contentType];
  const hasLessons = lessonsOf(course).length > 0;
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_16rem]">
      <article className="flex min-w-0 flex-col gap-7">
        <header>
          <Cover course={course} className="aspect-[5/2] max-h-52 w-full rounded-lg" iconClassName="size-10" />
          <p className="mt-5 text-small text-text-muted">
            {label}
            {course.category !== null && ` · ${course.category}`}
          </p>
          <h1
            dir="auto"
            className="mt-1 font-serif text-3xl leading-tight font-semibold tracking-tight wrap-anywhere outline-none"
          >
            {course.title}
          </h1>
          <p className="mt-2 text-lg font-semibold tabular-nums">{formatPrice(course.price, course.currency)}</p>
          <StatusNotice course={course} />
          <ItemActions course={course} viewer={viewer} editHref={editHref} buy={buy} onLeave={onLeave} />
          {!hasLessons && course.viewer.progress !== null && (
            <div className="mt-3 max-w-sm">
              <Progress label="Your progress" share={course.viewer.progress / 100} doneText="100%" />
            </div>
          )}
        </header>
        {course.description !== '' && (
          <section aria-labelledby="item-description">
            <h2 id="item-description" className="mb-2 font-serif text-xl font-semibold">
              About this {label.toLowerCase()}
            </h2>
            <LinkedText className="max-w-[680px] leading-relaxed">{course.description}</LinkedText>
          </section>
        )}
        {hasLessons && (
          <section aria-labelledby="item-outline">
            <h2 id="item-outline" className="mb-3 font-serif text-xl font-semibold">
              Lessons
            </h2>
            <Card>
              <Outline course={course} currentId={null} />
            </Card>
          </section>
        )}
        <ItemFiles course={course} />
        <Changes course={course} />
      </article>
      <aside aria-label="About the item" data-region="" className="flex flex-col gap-4">
        <ItemAuthor author={course.author} viewer={viewer} />
        <Facts course={course} />
      </aside>
    </div>
  );
}

/** Says that an item is not offered, to its author and to its learners. */
function StatusNotice({ course: { status, viewer } }: { course: CourseDetailView }) {
  if (status === 'published') return null;
  const texts = viewer.isOwner
    ? {
        draft: 'This is a draft. Only you and members who have enrolled before can see it.',
        archived: 'This item is archived. Only you and the members who have enrolled can see it.',
      }
    : {
        draft: 'The author is not offering this item at present. You can still use it.',
        archived: 'The author no longer offers this item. You can still use it.',
      };
  return (
    <p className="mt-3 rounded-md border border-border bg-surface-sunken px-3.5 py-2.5 text-text-muted">
      {texts[status]}
    </p>
  );
}

/** What the numbers of an item say. */
function Facts({ course }: { course: CourseDetailView }) {
  const files = filesText(course.files);
  const lessons = lessonsOf(course).length;
  return (
    <Card as="section" aria-labelledby="item-facts">
      <h2 id="item-facts" className="font-semibold">
        Facts
      </h2>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-small [&>dt]:text-text-muted">
        <dt>Updated</dt>
        <dd>
          <Time iso={course.updatedAt} format="date" />
        </dd>
        <dt>Learners</dt>
        <dd>{course.enrollments.toLocaleString()}</dd>
        <dt>Downloads</dt>
        <dd>{course.downloads.toLocaleString()}</dd>
        {lessons > 0 && (
          <>
            <dt>Lessons</dt>
            <dd>{lessons.toLocaleString()}</dd>
          </>
        )}
        {files !== null && (
          <>
            <dt>Files</dt>
            <dd>{files}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function Changes({ course: { changes } }: { course: CourseDetailView }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="item-changes">
      <h2 id="item-changes" className="mb-2 font-serif text-xl font-semibold">
        Changes
      </h2>
      <ul className="flex flex-col gap-3">
        {changes.map(({ id, note, createdAt }) => (
          <li key={id} className="border-s-2 border-border ps-3">
            <Time iso={createdAt} format="date" className="text-small text-text-muted" />
            <LinkedText className="leading-relaxed">{note}</LinkedText>
          </li>
        ))}
      </ul>
    </section>
  );
}
