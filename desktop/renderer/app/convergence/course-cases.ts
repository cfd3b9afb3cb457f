import { enrollmentEndpoints } from '#shared/api/enrollments.ts';
// Loaded before the runs, in which pushes arrive at once.
import '../../features/courses/pushes.ts';
import {
  setSaved,
  useAnswerQuiz,
  useEnroll,
  useLeaveCourse,
  useSetFilePosition,
  useSetLessonDone,
} from '../../features/courses/api/mutations.ts';
import { useOrderCourse } from '../../features/courses/api/authoring.ts';
import {
  courseCardQuery,
  courseQuery,
  coursesQuery,
  filePositionsQuery,
  userCoursesQuery,
} from '../../features/courses/api/queries.ts';
import { resultsQuery, suggestQuery } from '../../features/search/api/queries.ts';
import { call } from '../../lib/http/api.ts';
import { ME, type Routes } from './simulation.ts';
import {
  AT,
  BEN,
  cached,
  list,
  record,
  viewerOf,
  type Context,
  type Item,
  type NounCase,
  type State,
} from './noun-case.ts';

const LESSON = { id: 'l1', title: 'One', kind: 'text', isPreview: false, isDone: false };
const NOT_LEARNING = { isEnrolled: false, isPurchased: false, progress: null, completedAt: null };

const course = (): Item => ({
  id: 'c1',
  userId: BEN.id,
  title: 'Algebra',
  description: '',
  price: 0,
  currency: 'USD',
  imageUrl: null,
  category: null,
  contentType: 'course',
  forSale: true,
  status: 'published',
  createdAt: AT,
  publishedAt: AT,
  updatedAt: AT,
  enrollments: 0,
  downloads: 0,
  author: BEN,
  viewer: { isOwner: false, isSaved: false, ...NOT_LEARNING },
  files: [],
  changes: [],
  sections: [{ id: 's1', title: 'Start', lessons: [{ ...LESSON }, { ...LESSON, id: 'l2' }] }],
});
/** The item as lists contain it. */
function listed({ files: _files, sections: _sections, changes: _changes, ...view }: Item): Item {
  return view;
}
const lessonsOf = (item: Item) => (item['sections'] as { lessons: (typeof LESSON)[] }[])[0]?.lessons ?? [];

function count({ state, now, publish }: Context, change: object): void {
  const item = Object.assign(record(state, 'course'), change);
  publish('course-updated', {
    id: item.id,
    enrollments: item['enrollments'],
    downloads: item['downloads'],
    reviews: item['reviews'],
    rating: item['rating'],
    countedAt: now(),
  });
}
function progressOf(item: Item): object {
  const lessons = lessonsOf(item);
  const progress = Math.round((lessons.filter(({ isDone }) => isDone).length / lessons.length) * 100);
  Object.assign(viewerOf(item), { progress });
  return { progress, completedAt: null, lastOpenedAt: AT };
}
function setProgress({ state, body, now }: Context): object {
  const item = record(state, 'course');
  const lastOpenedAt = now();
  const lesson = lessonsOf(item).find(({ id }) => id === body['lessonId']);
  if (lesson) lesson.isDone = body['isDone'] === true;
  else state['positions'] = [{ ...body, updatedAt: lastOpenedAt }];
  return { ...progressOf(item), lastOpenedAt };
}

function setEnrolled(context: Context, isEnrolled: boolean): void {
  const relation = isEnrolled ? { isEnrolled, progress: 0 } : NOT_LEARNING;
  Object.assign(viewerOf(record(context.state, 'course')), relation);
  count(context, { enrollments: isEnrolled ? 1 : 0 });
  context.publish('data-updated', { type: 'course' });
}
/** A post of the class, which searches find for those who are enrolled. */
function foundPosts({ state }: Context): object[] {
  return viewerOf(record(state, 'course'))['isEnrolled'] === true ? [{ entityType: 'post', entityId: 'p1' }] : [];
}

const courseRoutes: Routes<State> = {
  'GET /api/course-cards': ({ state }) => [listed(record(state, 'course'))],
  'GET /api/users/*/courses': ({ state }) => {
    const item = record(state, 'course');
    return viewerOf(item)['isEnrolled'] === true ? [{ ...item, viewer: null, relation: 'learner' }] : [];
  },
  'GET /api/search': (context) => ({ searchId: null, results: foundPosts(context), nextCursor: null }),
  'GET /api/search/suggest': (context) => ({ recent: [], people: [], items: foundPosts(context), actions: [] }),
  'GET /api/courses': ({ state }) => [listed(record(state, 'course'))],
  'GET /api/courses/*/positions': ({ state }) => list(state, 'positions'),
  'GET /api/courses/*': ({ state }) => state['course'],
  'POST /api/courses/*/enroll': (context) => {
    setEnrolled(context, true);
    return { enrollmentId: 'x1' };
  },
  'DELETE /api/courses/*/enroll': (context) => setEnrolled(context, false),
  'PUT /api/courses/*/progress': setProgress,
  'POST /api/courses/*/lessons/*/answers': ({ state }) => {
    const item = record(state, 'course');
    for (const lesson of lessonsOf(item)) if (lesson.id === 'l1') lesson.isDone = true;
    return { results: [], progress: progressOf(item) };
  },
  'PUT /api/courses/*/order': ({ state, body }) => {
    const item = record(state, 'course');
    const [section] = item['sections'] as { lessons: { id: string }[] }[];
    const [order] = (body as { sections: { lessonIds: string[] }[] }).sections;
    section?.lessons.sort((a, b) => (order?.lessonIds.indexOf(a.id) ?? 0) - (order?.lessonIds.indexOf(b.id) ?? 0));
    return item;
  },
  'PUT /api/saved/course/*': ({ state }) => void (viewerOf(record(state, 'course'))['isSaved'] = true),
  'DELETE /api/saved/course/*': ({ state }) => void (viewerOf(record(state, 'course'))['isSaved'] = false),
};
const courses = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'courses',
  state: () => ({ course: course(), positions: [] }),
  routes: courseRoutes,
  queries: () => [coursesQuery({}), courseQuery('c1'), courseCardQuery('c1')],
  useMutations: () => ({
    enroll: useEnroll('c1'),
    leave: useLeaveCourse('c1'),
    done: useSetLessonDone('c1'),
    position: useSetFilePosition('c1'),
    answer: useAnswerQuiz('c1', 'l1'),
    order: useOrderCourse('c1'),
  }),
  ...part,
});

/** What depends on the enrollments of the user. */
const LEARNING = [userCoursesQuery(ME.id), resultsQuery('algebra', {}), suggestQuery('alg')];

/** Enrolls or leaves without the cache of this device; its response concerns the other one alone. */
function onOtherDevice(isEnrolled: boolean): void {
  const input = { params: { id: 'c1' } };
  const done: Promise<unknown> = isEnrolled
    ? call(enrollmentEndpoints.enroll, input)
    : call(enrollmentEndpoints.leaveCourse, input);
  void done.catch(() => undefined);
}

/** The cases of items and learning. */
export const COURSE_CASES: readonly NounCase[] = [
  courses({
    name: 'enrollment',
    covers: ['useEnroll', 'useLeaveCourse'],
    actions: [(run) => run.mutate('enroll'), (run) => run.mutate('leave')],
  }),
  courses({
    name: 'enrollment in a card',
    covers: [],
    queries: () => [courseCardQuery('c1')],
    actions: [(run) => run.mutate('enroll')],
    isShown: (client) => cached(client, courseCardQuery('c1')).includes('"isEnrolled":true'),
  }),
  courses({
    name: 'lists after an enrollment',
    covers: [],
    queries: () => LEARNING,
    actions: [(run) => run.mutate('enroll'), (run) => run.mutate('leave')],
  }),
  courses({
    name: 'enrollment on another device',
    covers: [],
    queries: () => LEARNING,
    actions: [() => onOtherDevice(true), () => onOtherDevice(false)],
  }),
  courses({
    name: 'progress',
    covers: ['useSetLessonDone', 'useAnswerQuiz'],
    state: () => {
      const item = course();
      Object.assign(viewerOf(item), { isEnrolled: true, progress: 0 });
      return { course: item, positions: [] };
    },
    actions: [
      (run) => run.mutate('done', { lessonId: 'l2', isDone: true }),
      (run) => run.mutate('answer', [0]),
      (run) => run.mutate('done', { lessonId: 'l1', isDone: false }),
    ],
  }),
  courses({
    name: 'the order of lessons',
    covers: ['useOrderCourse'],
    actions: [
      (run) => run.mutate('order', { fileIds: [], sections: [{ id: 's1', lessonIds: ['l2', 'l1'] }] }),
      (run) => run.mutate('order', { fileIds: [], sections: [{ id: 's1', lessonIds: ['l1', 'l2'] }] }),
    ],
  }),
  courses({
    name: 'positions in files',
    covers: ['useSetFilePosition'],
    queries: () => [filePositionsQuery('c1')],
    actions: [
      (run) => run.mutate('position', { fileId: 'f1', percent: 0.1, position: '10' }),
      (run) => run.mutate('position', { fileId: 'f1', percent: 0.2, position: '20' }),
    ],
  }),
  courses({
    name: 'saved items',
    covers: ['setSaved'],
    actions: [(_run, client) => setSaved(client, 'c1', true), (_run, client) => setSaved(client, 'c1', false)],
  }),
];
