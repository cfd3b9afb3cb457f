import type {
  CourseCounters,
  CourseDetailView,
  CourseView,
  CourseViewer,
  LessonEntry,
  ListCoursesQuery,
  PushedCourseView,
} from '#shared/api/courses.ts';
import { insertItem, mapItems, type PagedData } from '../../lib/http/pages.ts';

/** The cached pages of one list of items. */
export type CoursePages = PagedData<CourseView>;
/** The filter and the order of a list. */
export type CourseFilter = Omit<ListCoursesQuery, 'cursor' | 'limit'>;

/** Returns the viewer block of an item for its author or for a user who has never used it. */
export function freshViewer(isOwner: boolean): CourseViewer {
  return { isOwner, isEnrolled: false, isPurchased: false, isSaved: false, progress: null, completedAt: null };
}

/** Makes the view of a pushed item, without the times that only a push has. */
export function toCourseView(
  { at: _at, countedAt: _countedAt, ...course }: PushedCourseView & { at?: string; countedAt?: string },
  viewer: CourseViewer,
): CourseView {
  return { ...course, viewer };
}

const COUNTERS = ['enrollments', 'downloads', 'reviews', 'rating'] as const;

/** Applies pushed counters; an item with the same numbers keeps its identity. */
export function applyCounters<Course extends CourseView>(
  course: Course,
  { enrollments, downloads, reviews, rating }: CourseCounters,
): Course {
  const counters = { enrollments, downloads, reviews, rating };
  const isSame = COUNTERS.every((name) => course[name] === counters[name]);
  return isSame ? course : { ...course, ...counters };
}

/** Returns whether an item belongs to a list, as far as the client can tell; the server alone compares texts. */
export function isInList(course: CourseView, filter: CourseFilter): boolean {
  const { category, contentType, price, min, max, authorId, authorRole, mine, status } = filter;
  if (mine !== undefined && !course.viewer.isOwner) return false;
  if ((mine === undefined || status !== undefined) && course.status !== 'published') return false;
  if (category !== undefined && course.category !== category) return false;
  if (contentType !== undefined && course.contentType !== contentType) return false;
  if (price !== undefined && (course.price === 0) !== (price === 'free')) return false;
  if (min !== undefined && course.price < min) return false;
  if (max !== undefined && course.price > max) return false;
  if (authorId !== undefined && course.userId !== authorId) return false;
  return authorRole === undefined || (course.author.role === authorRole && !course.author.isAwaitingApproval);
}

/** Returns whether only the server knows which items belong to a list: one with a search or an institution. */
function isMatchedByServer({ q, institution }: CourseFilter): boolean {
  return q !== undefined || institution !== undefined;
}

/**
 * Replaces an item in a list, or removes it when it no longer belongs there. Inserts a new one in the order of the
 * list, unless only the server can tell whether it belongs there. An unchanged list keeps its identity.
 */
export function applyCourse(pages: CoursePages, course: CourseView, filter: CourseFilter): CoursePages {
  if (!isInList(course, filter)) return removeCourse(pages, course.id);
  const before = find(pages, course.id);
  // In the other orders an item moves only with what it is ordered by, so that the page does not move by itself.
  if (before && (isMatchedByServer(filter) || orderOf(before, filter) === orderOf(course, filter)))
    return mapItems(pages, (other) => (other.id === course.id ? course : other));
  if (isMatchedByServer(filter)) return pages;
  return insertItem(pages, course, (other) => isBefore(course, other, filter));
}

/** Removes an item from a list; an unchanged list keeps its identity. */
export function removeCourse(pages: CoursePages, id: string): CoursePages {
  return mapItems(pages, (other) => (other.id === id ? null : other));
}

function find(pages: CoursePages, id: string): CourseView | undefined {
  return pages.pages.flatMap(({ items }) => items).find((course) => course.id === id);
}

/** What an item is ordered by. Counters alone do not move it. */
function orderOf(course: CourseView, { sort, mine }: CourseFilter): string | number {
  if (sort === 'price') return course.price;
  if (sort === 'popular' || sort === 'rating') return course.status;
  return mine === undefined ? (course.publishedAt ?? '') : course.createdAt;
}

/** Returns whether an item is above another one in a list, by the server's order. */
function isBefore(a: CourseView, b: CourseView, { sort, mine }: CourseFilter): boolean {
  const newer = a.id > b.id;
  if (mine !== undefined) return a.createdAt === b.createdAt ? newer : a.createdAt > b.createdAt;
  if (sort === 'price') return a.price === b.price ? !newer : a.price < b.price;
  if (sort === 'popular') return a.enrollments === b.enrollments ? newer : a.enrollments > b.enrollments;
  if (sort === 'rating') return rankOf(a) === rankOf(b) ? newer : rankOf(a) > rankOf(b);
  const [one, other] = [a.publishedAt ?? '', b.publishedAt ?? ''];
  return one === other ? newer : one > other;
}

/** Returns the rank by rating, as the server computes it: with ten more reviews of 3.5 stars. */
function rankOf({ reviews, rating }: CourseView): number {
  return Math.floor(((Math.round((rating ?? 0) * reviews) + 35) * 10_000) / (reviews + 10));
}

/** Marks a lesson as done or not in an item; an unchanged item keeps its identity. */
export function markLesson(course: CourseDetailView, lessonId: string, isDone: boolean): CourseDetailView {
  const change = (lesson: LessonEntry): LessonEntry =>
    lesson.id === lessonId && lesson.isDone !== isDone ? { ...lesson, isDone } : lesson;
  const sections = course.sections.map((section) => {
    const lessons = section.lessons.map(change);
    return lessons.every((lesson, index) => lesson === section.lessons[index]) ? section : { ...section, lessons };
  });
  return sections.every((section, index) => section === course.sections[index]) ? course : { ...course, sections };
}

/** Shows an item as joined by the viewer; an item that is joined already keeps its identity. */
export function enrolled<Course extends CourseView>(course: Course): Course {
  if (course.viewer.isEnrolled) return course;
  const viewer = { ...course.viewer, isEnrolled: true, progress: 0, completedAt: null };
  return { ...course, enrollments: course.enrollments + 1, viewer };
}
