import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CourseDetailView, CourseView, PushedCourseView } from '#shared/api/courses.ts';
import {
  applyCounters,
  applyCourse,
  enrolled,
  freshViewer,
  isInList,
  markLesson,
  removeCourse,
  toCourseView,
  type CourseFilter,
  type CoursePages,
} from './apply.ts';

const ME = 'me';
const PAGE = 3;
const FILTERS: readonly CourseFilter[] = [
  {},
  { sort: 'price' },
  { sort: 'popular' },
  { sort: 'rating' },
  { price: 'free' },
  { price: 'paid', sort: 'price' },
  { category: 'Physics' },
  { contentType: 'ebook' },
  { min: 500, max: 1_500 },
  { authorRole: 'teacher' },
  { authorId: 'ben' },
];
const AT = '2026-11-01T10:00:00.000Z';
const minute = (number: number) => new Date(Date.parse(AT) + number * 60_000).toISOString();

function courseOf(number: number, part: Partial<PushedCourseView> = {}): CourseView {
  const userId = part.userId ?? 'ben';
  const push: PushedCourseView = {
    id: `id-${String(number).padStart(3, '0')}`,
    userId,
    title: `Item ${String(number)}`,
    description: '',
    price: 0,
    currency: 'USD',
    imageUrl: null,
    category: null,
    contentType: 'course',
    forSale: true,
    status: 'published',
    createdAt: minute(number),
    publishedAt: minute(number),
    updatedAt: minute(number),
    enrollments: 0,
    downloads: 0,
    reviews: 0,
    rating: null,
    author: {
      id: userId,
      fullName: userId,
      username: userId,
      role: 'teacher',
      position: null,
      institution: null,
      profileImage: null,
    },
    ...part,
  };
  return toCourseView(push, freshViewer(userId === ME));
}

const newestId = (a: CourseView, b: CourseView) => b.id.localeCompare(a.id);
/** The mean of the stars with ten more reviews of 3.5 stars. */
const bayesian = ({ reviews, rating }: CourseView) => ((rating ?? 0) * reviews + 35) / (reviews + 10);
/** The orders of the server. */
const ORDERS = {
  recent: (a: CourseView, b: CourseView) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || newestId(a, b),
  price: (a: CourseView, b: CourseView) => a.price - b.price || newestId(b, a),
  rating: (a: CourseView, b: CourseView) => bayesian(b) - bayesian(a) || newestId(a, b),
  popular: (a: CourseView, b: CourseView) => b.enrollments - a.enrollments || newestId(a, b),
};

/** The list as a fetch returns its first pages. */
function fetched(all: readonly CourseView[], filter: CourseFilter, pageCount: number): CoursePages {
  const matching = all.filter((course) => isInList(course, filter)).toSorted(ORDERS[filter.sort ?? 'recent']);
  const pages = Array.from({ length: pageCount }, (_one, index) => {
    const end = (index + 1) * PAGE;
    return { items: matching.slice(end - PAGE, end), nextCursor: end < matching.length ? String(end) : null };
  }).filter(({ items }, index) => index === 0 || items.length > 0);
  return { pages, pageParams: pages.map((_page, index) => (index === 0 ? undefined : String(index * PAGE))) };
}
const idsOf = (data: CoursePages) => data.pages.flatMap(({ items }) => items.map(({ id }) => id));

const anyCourse = fc.record({
  price: fc.constantFrom(0, 500, 900, 2_000),
  enrollments: fc.nat(3),
  category: fc.constantFrom(null, 'Physics' as const),
  reviews: fc.nat(2),
  rating: fc.constantFrom(2, 4, 5),
  contentType: fc.constantFrom('course' as const, 'ebook' as const),
  status: fc.constantFrom('published' as const, 'published' as const, 'draft' as const, 'archived' as const),
  userId: fc.constantFrom('ben', ME),
});

describe.each(FILTERS.map((filter) => [JSON.stringify(filter), filter] as const))('the list %s', (_name, filter) => {
  it('shows a new item where a fetch of the whole list would', () => {
    fc.assert(
      fc.property(fc.array(anyCourse, { maxLength: 8 }), anyCourse, (parts, part) => {
        const all = parts.map((one, number) => courseOf(number, one));
        const added = courseOf(parts.length, part);
        const shown = applyCourse(fetched(all, filter, 9), added, filter);
        expect(idsOf(shown)).toEqual(idsOf(fetched([...all, added], filter, 9)));
      }),
    );
  });

  it('removes an item that no longer belongs there, and shows none beyond the loaded pages', () => {
    fc.assert(
      fc.property(fc.array(anyCourse, { minLength: 1, maxLength: 9 }), anyCourse, (parts, part) => {
        const all = parts.map((one, number) => courseOf(number, one));
        const edited = courseOf(0, part);
        const before = fetched(all, filter, 1);
        const shown = applyCourse(before, edited, filter);
        const after = [edited, ...all.slice(1)];
        const rest = new Set(idsOf(fetched(after, filter, 9)));
        expect(idsOf(shown).every((id) => rest.has(id))).toBe(true);
        expect(new Set(idsOf(shown)).size).toBe(idsOf(shown).length);
      }),
    );
  });
});

it('changes an item of a search in place, and does not guess whether another one matches', () => {
  const [one, other] = [courseOf(1), courseOf(2)];
  const pages = fetched([one], {}, 1);
  for (const filter of [{ q: 'item' }, { institution: 'Riverside' }] satisfies CourseFilter[]) {
    expect(applyCourse(pages, other, filter)).toBe(pages);
    const edited = { ...one, title: 'Tides' };
    expect(applyCourse(pages, edited, filter).pages[0]?.items).toEqual([edited]);
    expect(idsOf(applyCourse(pages, { ...one, status: 'archived' }, filter))).toEqual([]);
  }
});

it('does not move an item by its number of learners alone', () => {
  const all = [courseOf(1, { enrollments: 5 }), courseOf(2, { enrollments: 3 })];
  const pages = fetched(all, { sort: 'popular' }, 1);
  const shown = applyCourse(pages, courseOf(2, { enrollments: 9 }), { sort: 'popular' });
  expect(idsOf(shown)).toEqual(['id-001', 'id-002']);
});

it('lists items of every status for their author only', () => {
  expect(isInList(courseOf(1, { status: 'draft', userId: ME }), { mine: 'true' })).toBe(true);
  expect(isInList(courseOf(1, { status: 'draft' }), { mine: 'true' })).toBe(false);
  expect(isInList(courseOf(1, { status: 'draft', userId: ME }), {})).toBe(false);
});

it('keeps the identity of what does not change', () => {
  const course = courseOf(1, { enrollments: 2 });
  const counters = { id: course.id, enrollments: 2, downloads: 0, reviews: 0, rating: null };
  expect(applyCounters(course, counters)).toBe(course);
  const rated = { reviews: 1, rating: 4 };
  expect(applyCounters(course, { ...counters, ...rated })).toEqual({ ...course, ...rated });
  const pages = fetched([course], {}, 1);
  expect(removeCourse(pages, 'other')).toBe(pages);
});

const lesson = (id: string) => ({ id, title: id, kind: 'text' as const, isPreview: false, isDone: false });
const DETAIL: CourseDetailView = {
  ...courseOf(1),
  version: '1',
  files: [],
  changes: [],
  completionPercent: null,
  answersWithinHours: null,
  officeHours: null,
  sections: [
    { id: 's1', title: 'One', lessons: [lesson('l1'), lesson('l2')] },
    { id: 's2', title: 'Two', lessons: [lesson('l3')] },
  ],
};

it('marks one lesson as done and back', () => {
  const done = markLesson(DETAIL, 'l2', true);
  expect(done.sections.flatMap(({ lessons }) => lessons.map(({ isDone }) => isDone))).toEqual([false, true, false]);
  expect(done.sections[1]).toBe(DETAIL.sections[1]);
  expect(markLesson(done, 'l2', true)).toBe(done);
  expect(markLesson(done, 'l2', false)).toEqual(DETAIL);
});

it('counts a learner once', () => {
  const joined = enrolled(DETAIL);
  expect(joined).toMatchObject({ enrollments: 1, viewer: { isEnrolled: true, progress: 0 } });
  expect(enrolled(joined)).toBe(joined);
});
