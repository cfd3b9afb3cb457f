import type { CourseDetailView } from '#shared/api/courses.ts';

/** The parts of an item that have an order. */
type Ordered = Pick<CourseDetailView, 'files' | 'sections'>;

/** The ids of all files, and of all sections with their lessons, in order. */
export interface CourseOrder {
  fileIds: string[];
  sections: { id: string; lessonIds: string[] }[];
}

/** Returns the order of an item. */
export function orderOf({ files, sections }: Ordered): CourseOrder {
  return {
    fileIds: files.map(({ id }) => id),
    sections: sections.map(({ id, lessons }) => ({ id, lessonIds: lessons.map((lesson) => lesson.id) })),
  };
}

/** Sorts the parts of an item by an order; parts that it does not name stay at the end. */
export function orderItems<Course extends Ordered>(course: Course, order: CourseOrder): Course {
  const lessons = course.sections.flatMap((section) => section.lessons);
  const named = new Set(order.sections.flatMap(({ lessonIds }) => lessonIds));
  const idsOf = new Map(order.sections.map(({ id, lessonIds }) => [id, lessonIds]));
  const sections = sortByIds(
    course.sections,
    order.sections.map(({ id }) => id),
  ).map((section) => {
    const moved = (idsOf.get(section.id) ?? []).flatMap((id) => lessons.find((lesson) => lesson.id === id) ?? []);
    return { ...section, lessons: [...moved, ...section.lessons.filter(({ id }) => !named.has(id))] };
  });
  return { ...course, files: sortByIds(course.files, order.fileIds), sections };
}

function sortByIds<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const placeOf = ({ id }: Item): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns a list with an item at another index; unchanged when the index is outside of it. */
function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Moves a file to an index. */
export function moveFile(order: CourseOrder, id: string, to: number): CourseOrder {
  return { ...order, fileIds: moveItem(order.fileIds, order.fileIds.indexOf(id), to) };
}

/** Moves a section with its lessons to an index. */
export function moveSection(order: CourseOrder, id: string, to: number): CourseOrder {
  const from = order.sections.findIndex((section) => section.id === id);
  return { ...order, sections: moveItem(order.sections, from, to) };
}

/** Moves a lesson to an index of a section, its own or another one; counted without the lesson. */
export function moveLesson(order: CourseOrder, id: string, to: { sectionId: string; index: number }): CourseOrder {
  const sections = order.sections.map((section) => {
    const others = section.lessonIds.filter((lessonId) => lessonId !== id);
    return { id: section.id, lessonIds: section.id === to.sectionId ? others.toSpliced(to.index, 0, id) : others };
  });
  return { ...order, sections };
}
