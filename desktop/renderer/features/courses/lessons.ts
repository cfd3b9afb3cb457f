import type { CourseDetailView, LessonEntry } from '#shared/api/courses.ts';

/** Returns the lessons of an item in their order. */
export function lessonsOf(course: CourseDetailView): LessonEntry[] {
  return course.sections.flatMap(({ lessons }) => lessons);
}

/** Returns whether the viewer can open a lesson. */
export function canOpen({ viewer }: CourseDetailView, lesson: LessonEntry): boolean {
  return viewer.isOwner || viewer.isEnrolled || lesson.isPreview;
}

/** Returns the lesson to continue with: the first that is not done, else the first; undefined without lessons. */
export function nextLesson(course: CourseDetailView): LessonEntry | undefined {
  const lessons = lessonsOf(course);
  return lessons.find(({ isDone }) => !isDone) ?? lessons[0];
}

/** Returns the address of a lesson from the page of its item; the other parameters stay. */
export function lessonHref(search: URLSearchParams, lessonId: string | null): string {
  const next = new URLSearchParams(search);
  if (lessonId === null) next.delete('lesson');
  else next.set('lesson', lessonId);
  return `?${next.toString()}`;
}

/** Says what a viewer must do to use what is locked; `what` is a verb with its object, as in "open all files". */
export function lockedText({ price, status, viewer }: CourseDetailView, what: string): string {
  if (viewer.isEnrolled) return 'The author has to add this file again.';
  if (status !== 'published') return 'This item is no longer offered.';
  return price === 0 ? `Enroll to ${what}.` : `Buy this item to ${what}.`;
}
