import { courseEndpoints } from '#shared/api/courses.ts';
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
import {
  useCreateCourse,
  useEditCourse,
  useOrderCourse,
  useRemoveCourse,
  useSetPublished,
} from '../../features/courses/api/authoring.ts';
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
  publicOf,
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
  completionPercent: null,
  answersWithinHours: null,
  officeHours: null,
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
  else state['positions'] = [{ ...body, furthest: body['percent'], updatedAt: lastOpenedAt }];
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
    answer: useAnswerQuiz('c1', 'l1', 'first'),
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

/** An item of the user, with learners or without. */
const ownCourse = (enrollments = 0): Item => ({
  ...course(),
  userId: ME.id,
  author: ME,
  enrollments,
  viewer: { isOwner: true, isSaved: false, ...NOT_LEARNING },
});
const pushed = ({ files: _files, sections: _sections, changes: _changes, ...item }: Item, countedAt: string) => ({
  ...publicOf(item),
  countedAt,
});
function setPublished({ state, now, publish }: Context, isPublished: boolean): object {
  const item = Object.assign(record(state, 'course'), { status: isPublished ? 'published' : 'draft' });
  if (isPublished) publish('course-created', pushed(item, now()));
  else publish('course-deleted', { id: item.id });
  return item;
}

const authorRoutes: Routes<State> = {
  'GET /api/courses': ({ state }) => list(state, 'courses').map(listed),
  'GET /api/courses/*': ({ state, path }) => list(state, 'courses').find(({ id }) => id === path.split('/')[3]),
  'POST /api/courses': ({ state, body, now }) => {
    const id = `n${String(list(state, 'courses').length)}`;
    const created = { ...ownCourse(), ...body, id, status: 'draft', publishedAt: null, createdAt: now() };
    list(state, 'courses').unshift(created);
    return created;
  },
};
const ownCourseRoutes: Routes<State> = {
  'GET /api/courses': ({ state }) => (state['course'] ? [listed(record(state, 'course'))] : []),
  'GET /api/courses/*': ({ state }) => state['course'],
  'PATCH /api/courses/*': ({ state, body, now, publish }) => {
    const item = Object.assign(record(state, 'course'), body, { updatedAt: now() });
    publish('course-updated', pushed(item, now()));
    return item;
  },
  'POST /api/courses/*/publish': (context) => setPublished(context, true),
  'POST /api/courses/*/unpublish': (context) => setPublished(context, false),
  'POST /api/courses/*/enroll': (context) => {
    count(context, { enrollments: Number(record(context.state, 'course')['enrollments']) + 1 });
    return { enrollmentId: 'x1' };
  },
  'DELETE /api/courses/*': ({ state, publish }) => {
    const item = record(state, 'course');
    const status = item['enrollments'] === 0 ? 'deleted' : 'archived';
    if (status === 'deleted') delete state['course'];
    else item['status'] = status;
    publish('course-deleted', { id: item.id });
    return { status };
  },
};
const OWN_LIST = coursesQuery({ mine: 'true' });
const ownCourses = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'courses',
  state: () => ({ course: ownCourse() }),
  routes: ownCourseRoutes,
  queries: () => [OWN_LIST, courseQuery('c1')],
  useMutations: () => ({
    edit: useEditCourse('c1'),
    setPublished: useSetPublished('c1'),
    remove: useRemoveCourse('c1'),
  }),
  ...part,
});
/** An edit from another device of the author. */
function editElsewhere(title: string): void {
  void call(courseEndpoints.editCourse, { params: { id: 'c1' }, body: { title } }).catch(() => undefined);
}

/** The cases of items that the user offers. */
const AUTHOR_CASES: readonly NounCase[] = [
  ownCourses({
    name: 'new items',
    covers: ['useCreateCourse'],
    state: () => ({ courses: [ownCourse()] }),
    routes: authorRoutes,
    queries: () => [OWN_LIST, courseQuery('n1')],
    useMutations: () => ({ create: useCreateCourse() }),
    actions: [(run) => run.mutate('create', { title: 'One' }), (run) => run.mutate('create', { title: 'Two' })],
  }),
  ownCourses({
    name: 'edited items',
    covers: ['useEditCourse'],
    actions: [
      (run) => run.mutate('edit', { version: '1', body: { title: 'One' } }),
      () => editElsewhere('Two'),
      () => onOtherDevice(true),
    ],
  }),
  ownCourses({
    name: 'published items',
    covers: ['useSetPublished'],
    actions: [
      (run) => run.mutate('setPublished', false),
      (run) => run.mutate('setPublished', true),
      () => onOtherDevice(true),
    ],
  }),
  ownCourses({
    name: 'deleted items',
    covers: ['useRemoveCourse'],
    queries: () => [OWN_LIST],
    actions: [(run) => run.mutate('remove')],
  }),
  ownCourses({
    name: 'archived items',
    covers: ['useRemoveCourse'],
    state: () => ({ course: ownCourse(1) }),
    actions: [(run) => run.mutate('edit', { version: '1', body: { title: 'One' } }), (run) => run.mutate('remove')],
  }),
];

/** The cases of items and learning. */
export const COURSE_CASES: readonly NounCase[] = [
  ...AUTHOR_CASES,
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
