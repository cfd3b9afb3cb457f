import { useInfiniteQuery } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import type { CourseView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { itemsOf, mapItems } from '../../../lib/http/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { coursesQuery } from '../api/queries.ts';
import type { CoursePages } from '../apply.ts';
import { CONTENT_TYPES } from '../content-types.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';
import { ItemFigures } from './ItemFigures.tsx';
import type { Elements } from '../../../ui/elements.ts';

interface ItemPickerProps {
  onPick: (id: string) => void;
  onClose: () => void;
}

/** A dialog in which the user chooses a published item: first their own ones, then those of others. */
export function ItemPicker({ onPick, onClose }: ItemPickerProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const search = q === '' ? {} : { q };
  const own = useInfiniteQuery(coursesQuery({ ...search, mine: 'true', status: 'published' }));
  const others = useInfiniteQuery({ ...coursesQuery(search), select: withoutOwn });
  const hasOwn = itemsOf(own.data).length > 0;
  return (
    <Dialog
      onClose={onClose}
      title="Choose an item"
      description="Members can enroll in a free item in your post."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <SearchInput
        className="mt-1"
        label="Search items"
        maxLength={COURSE_LIMITS.searchMaxChars}
        value={text}
        onChange={setText}
      />
      {hasOwn && (
        <Part title="Your items">
          <PagedList label="Your items" query={own} {...listOf(onPick)} empty={null} />
        </Part>
      )}
      <Part title={hasOwn ? 'Other items' : 'Items'}>
        <PagedList
          label={hasOwn ? 'Other items' : 'Items'}
          query={others}
          {...listOf(onPick)}
          empty={<EmptyState level={3} icon={<Library />} title="No matching items" text="Try other words." />}
        />
      </Part>
    </Dialog>
  );
}

function withoutOwn(data: CoursePages): CoursePages {
  return mapItems(data, (course) => (course.viewer.isOwner ? null : course));
}

function listOf(onPick: (id: string) => void) {
  return {
    keyOf: (course: CourseView) => course.id,
    row: (course: CourseView) => <ItemRow course={course} onPick={onPick} />,
    skeleton: <Skeleton className="h-48 w-full" />,
  };
}

function Part({ title, children }: { title: string; children: Elements }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-4">
      <h3 id={titleId} className="mb-1.5 text-small font-semibold text-text-muted">
        {title}
      </h3>
      {children}
    </section>
  );
}

function ItemRow({ course, onPick }: { course: CourseView; onPick: (id: string) => void }) {
  return (
    <button
      type="button"
      className="flex w-full items-start gap-3 px-4 py-3 text-start transition-colors hover:bg-surface-sunken"
      onClick={() => onPick(course.id)}
    >
      <Cover course={course} className="size-12 rounded-md" iconClassName="size-5" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {course.title}
        </span>
        <span className="block truncate text-small text-text-muted">
          <span>{`${CONTENT_TYPES[course.contentType].label} by`}</span> <Name>{course.author.fullName}</Name>
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-3 text-small">
          <span>{formatPrice(course.price, course.currency)}</span>
          <ItemFigures course={course} />
        </span>
      </span>
    </button>
  );
}
