import { loadVisibleCourse } from './domains/courses/course.access.ts';
import { checkPostSavable } from './domains/posts/post.access.ts';
import type { SavedChecks } from './domains/saved/saved.service.ts';

/** Lists what can be saved, with the check that a user may save it: one line per noun. */
export const savedChecks: SavedChecks = {
  post: checkPostSavable,
  course: (reader, id, { id: viewerId }) => loadVisibleCourse(reader, id, viewerId),
};
