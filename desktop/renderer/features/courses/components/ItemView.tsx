import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { useHeadingFocus } from '../../../lib/page/focus.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { useCountView } from '../../../lib/use-count-view.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { Tabs, type TabItem } from '../../../ui/Tabs.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { CONTENT_TYPES } from '../content-types.ts';
import { lessonHref, lessonsOf, nextLesson } from '../lessons.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';
import { ItemActions } from './ItemActions.tsx';
import { ItemAuthor } from './ItemAuthor.tsx';
import { ItemContent, ItemFacts } from './ItemContent.tsx';
import { KnownLearners } from './KnownLearners.tsx';
import type { Elements } from '../../../ui/elements.ts';

/** One part of the page of an item, beside its description. */
export type ItemPart = TabItem<string>;

/** What other features add to the page of an item. */
export interface ItemSlots {
  /** Returns the parts of a class for those who belong to it; `?part=` chooses one. */
  parts: (course: CourseDetailView) => readonly ItemPart[];
  /** Returns what is due next in a class, below the actions. */
  due: (course: CourseDetailView) => Elements;
  /** Renders the button that buys the item. */
  buy: (course: CourseDetailView) => ReactNode;
  /** Returns what follows the content. */
  end: (course: CourseDetailView) => Elements;
}

interface ItemViewProps extends ItemSlots {
  course: CourseDetailView;
  viewer: CurrentUser;
  /** The path that edits an own item. */
  editHref: string;
  /** Called after the viewer has blocked the author. */
  onLeave: () => void;
}

const CONTENT = 'content';

/** An item: what it is, what is in it, and what the viewer can do with it. */
export function ItemView({ parts, end, ...header }: ItemViewProps) {
  const { course, viewer } = header;
  usePageTitle(course.title);
  useCountView('course', course.author.id === viewer.id ? null : course.id);
  useHeadingFocus();
  const [search, setSearch] = useSearchParams();
  const others = parts(course);
  const part = others.find(({ value }) => value === search.get('part'))?.value ?? CONTENT;
  const content = (
    <div className="flex flex-col gap-7">
      <ItemContent course={course} />
      {end(course)}
    </div>
  );
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_16rem]">
      <article className="flex min-w-0 flex-col gap-7">
        <Header {...header} />
        {others.length === 0 ? (
          content
        ) : (
          <Tabs
            label="Parts of this item"
            value={part}
            onChange={(next) => setSearch(withPart(search, next), { replace: true, preventScrollReset: true })}
            items={[{ value: CONTENT, label: 'Content', content }, ...others]}
          />
        )}
      </article>
      <aside
        aria-label="About the item"
        data-region=""
        // Below a discussion, however long, no one would find it.
        className={clsx('flex flex-col gap-4', part !== CONTENT && 'max-lg:hidden')}
      >
        <ItemAuthor author={course.author} viewer={viewer} />
        {/* The author has the roster, and creators have no connections. */}
        {!course.viewer.isOwner && viewer.role !== 'creator' && <KnownLearners courseId={course.id} />}
        <ItemFacts course={course} />
      </aside>
    </div>
  );
}

function withPart(search: URLSearchParams, part: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (part === CONTENT) next.delete('part');
  else next.set('part', part);
  return next;
}

function Header({ course, viewer, editHref, onLeave, due, buy }: Omit<ItemViewProps, 'parts' | 'end'>) {
  const hasLessons = lessonsOf(course).length > 0;
  return (
    <header>
      <Cover course={course} className="aspect-[5/2] w-full rounded-lg" iconClassName="size-10" />
      <p className="mt-5 text-small text-text-muted">
        <span>{CONTENT_TYPES[course.contentType].label}</span>
        {course.category !== null && <span>{` · ${course.category}`}</span>}
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
      <div className="mt-3 flex flex-col gap-1 text-small empty:hidden">
        <NextLesson course={course} />
        {due(course)}
      </div>
    </header>
  );
}

/** The lesson that is due next, until all are done. */
function NextLesson({ course }: { course: CourseDetailView }) {
  const [search] = useSearchParams();
  const next = course.viewer.isEnrolled ? nextLesson(course) : undefined;
  if (next === undefined || next.isDone) return null;
  return (
    <p>
      <span className="text-text-muted">Next lesson: </span>
      <TextLink to={lessonHref(search, next.id)}>
        <bdi className="wrap-anywhere">{next.title}</bdi>
      </TextLink>
    </p>
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
