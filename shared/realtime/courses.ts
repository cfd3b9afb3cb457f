import type { CourseCounters, PushedCourseView } from '../api/courses.ts';
import type { Counted, Push } from './contract.ts';

/** Pushes of items, to the rooms `courses` and course-{courseId}, and to the author's devices. */
export interface CoursePushes {
  /** An item was published. */
  'course-created': Push<Counted<PushedCourseView>>;
  /**
   * After an edit the view, also to the devices of the users who are enrolled; otherwise counters. `isNews` is set for
   * these users when what the files or lessons contain changed, at most once in a quarter of an hour.
   */
  'course-updated': Push<Counted<(PushedCourseView & { isNews?: true }) | CourseCounters>>;
  /** An item was deleted, archived or unpublished; the users who are enrolled keep it. */
  'course-deleted': Push<{ id: string }>;
}

/** Intents of items: a client reports its own write; the server only checks it. */
export type CourseIntents = Record<'course-create' | 'course-update', { id: string }>;
