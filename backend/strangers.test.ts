import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIBRARY_TABS } from '#shared/api/enrollments.ts';
import { allEndpoints } from '#shared/api/index.ts';
import { EventAttendee } from './domains/events/event-attendee.entity.ts';
import { Enrollment } from './domains/courses/enrollment.entity.ts';
import {
  buildConnection,
  buildCourse,
  buildEvent,
  buildLesson,
  buildPost,
  buildPurchase,
  buildUser,
  buildVerification,
} from './testing/builders.ts';
import { SHOW_NO_USER } from './testing/reads.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/**
 * A student who has chosen nothing is in no list of users without an accepted connection, held against every GET
 * endpoint there is, and a requester cannot tell an ignored request from a pending one. An endpoint that is neither
 * requested here nor listed as one that shows no user fails.
 */
const VIEWERS = ['stranger', 'pending', 'ignored', 'declined', 'blocked'] as const;
type Viewer = (typeof VIEWERS)[number];
/** Occurs in the names of the student, and nowhere else. */
const MARK = 'zyx';

let app: TestApp;
let student: TestClient;
const viewers = new Map<Viewer, TestClient>();
const ids = { school: '', teacher: '', course: '', lesson: '', event: '', post: '', sale: '', calendarPath: '' };
const idOf = (client: TestClient | undefined) => client?.user?.id ?? '';
const viewerOf = (name: Viewer) => viewers.get(name) as TestClient;

async function respond(name: Viewer, requestId: string): Promise<void> {
  const path = `/api/connections/${requestId}`;
  if (name === 'ignored') await student.put(`${path}/ignore`);
  if (name === 'declined') await student.patch(path, { body: { status: 'rejected' } });
  if (name === 'blocked') await student.put(`/api/users/${idOf(viewers.get(name))}/block`);
}

/** The student and the viewers name one institution, learn with one course and go to one event. */
async function joinAll(userIds: string[]): Promise<void> {
  const em = app.em();
  for (const userId of userIds) {
    em.create(Enrollment, { userId, courseId: ids.course });
    em.create(EventAttendee, { userId, eventId: ids.event, status: 'going' });
  }
  await em.flush();
}

beforeAll(async () => {
  app = await createTestApp();
  const em = app.em();
  const institution = 'Target School';
  ids.school = (await buildUser(em, { role: 'institution', fullName: institution, institution })).id;
  ids.teacher = (await buildUser(em, { role: 'teacher', fullName: 'A Teacher', institution })).id;
  ids.course = (await buildCourse(em, { userId: ids.teacher })).id;
  ids.lesson = (await buildLesson(em, { courseId: ids.course })).id;
  ids.event = (await buildEvent(em, { userId: ids.teacher })).id;
  ids.post = (await buildPost(em, { userId: ids.teacher })).id;
  student = app.visitor();
  await student.signUp('student', { fullName: `Quiet ${MARK}`, username: `${MARK}-quiet`, institution });
  await buildConnection(em, { userId: ids.teacher, connectedUserId: idOf(student), status: 'accepted' });
  const bought = { buyerId: idOf(student), sellerId: ids.teacher, refundState: 'requested' as const };
  ids.sale = (await buildPurchase(em, bought)).id;
  const entry = { kind: 'education' as const, place: institution, what: 'BSc', start: '2020-09', end: null };
  await buildVerification(em, { userId: idOf(student), institutionId: ids.school, entry, status: 'confirmed' });
  for (const name of VIEWERS) {
    const viewer = app.visitor();
    await viewer.signUp('teacher', { fullName: `Viewer ${VIEWERS.indexOf(name)}`, institution });
    viewers.set(name, viewer);
    const { url } = (await viewer.put('/api/events/feed')).body as unknown as { url: string };
    ids.calendarPath = url.slice(app.url.length);
  }
  await joinAll([idOf(student), ...VIEWERS.map((name) => idOf(viewerOf(name)))]);
  for (const name of VIEWERS.filter((viewer) => viewer !== 'stranger')) {
    const body = { connectedUserId: idOf(student), note: 'Hello' };
    await respond(name, String((await viewerOf(name).post('/api/connections', { body })).body['id']));
  }
});
afterAll(() => app.close());

/** Requests to each endpoint that lists, searches, exports or counts. */
const LISTS: Record<string, () => string[]> = {
  listAudiences: () => ['/api/audiences'],
  listPosts: () =>
    ['all', 'network', 'saved', 'unanswered', 'all&sort=top'].map((scope) => `/api/posts?scope=${scope}`),
  listUserPosts: () => [`/api/users/${ids.teacher}/posts`],
  getPost: () => [`/api/posts/${ids.post}`],
  getPostHistory: () => [`/api/posts/${ids.post}/history`],
  listLikes: () => [`/api/posts/${ids.post}/likes`],
  listComments: () => [`/api/comments?postId=${ids.post}`],
  suggestMentions: () =>
    ['q=quiet', `q=${MARK}`, `q=${MARK}&postId=${ids.post}`].map((query) => `/api/mentions?${query}`),
  listUsers: () =>
    ['', `?q=${MARK}`, '?q=quiet', '?role=student', '?institution=Target%20School'].map(
      (query) => `/api/users${query}`,
    ),
  getOwnProfile: () => ['/api/users/me'],
  ...Object.fromEntries(
    Object.entries({
      listUserCourses: 'courses',
      listUserEvents: 'events',
      listUserConnections: 'connections',
      listUserPeople: 'people',
      getCommon: 'mutual',
    }).map(([name, part]) => [name, () => [ids.teacher, ids.school].map((id) => `/api/users/${id}/${part}`)]),
  ),
  getProfile: () => [ids.teacher, ids.school].map((id) => `/api/users/${id}`),
  listMutual: () => [`/api/connections/mutual/${ids.teacher}`],
  listConnections: () =>
    ['accepted', 'received', 'sent'].map((status) => `/api/connections?status=${status}&q=${MARK}`),
  countConnections: () => ['/api/connections/count'],
  listSuggestions: () => ['/api/connections/suggestions'],
  listStudents: () =>
    ['', `?q=${MARK}`, '?sort=name', '?sort=mutual', `?courseId=${ids.course}`].map((query) => `/api/students${query}`),
  getStudentFacets: () => ['/api/students/facets'],
  exportStudents: () => ['/api/students/export.csv'],
  listVerifications: () => ['/api/verifications'],
  listNotifications: () => ['all', 'unread'].map((filter) => `/api/notifications?filter=${filter}`),
  countUnread: () => ['/api/notifications/unread-count'],
  listEvents: () => ['', '?when=mine'].map((query) => `/api/events${query}`),
  getEvent: () => [`/api/events/${ids.event}`],
  listAttendees: () => [`/api/events/${ids.event}/attendees`],
  getEventCalendar: () => [`/api/events/${ids.event}.ics`],
  readCalendarFeed: () => [ids.calendarPath],
  // The response contains the query, so the marker is not part of the query.
  search: () => ['/api/search?q=quiet'],
  suggest: () => ['/api/search/suggest?q=quie'],
  listConversations: () => ['all', 'requests'].map((filter) => `/api/messages?filter=${filter}`),
  listCalls: () => ['/api/calls'],
  countUnreadMessages: () => ['/api/messages/unread-count'],
  searchMessages: () => ['/api/messages/search?q=quiet'],
  listMissed: () => ['/api/sync?since=0'],
  listAdvertisements: () => ['/api/advertisements?section=1'],
  listRegister: () => ['/api/advertisements/register'],
  listBlocks: () => ['/api/blocks'],
  listPublicCourses: () => ['/api/public/courses'],
  getPublicCourse: () => [`/api/public/courses/${ids.course}`],
  listCourses: () => ['', '?sort=popular', '?q=quiet', '?authorRole=student'].map((query) => `/api/courses${query}`),
  listCourseCards: () => [`/api/course-cards?ids=${ids.course}`],
  getCourse: () => [`/api/courses/${ids.course}`],
  // Of a course that the student learns with as well.
  listLibraryAuthors: () => LIBRARY_TABS.map((tab) => `/api/library-authors?tab=${tab}`),
  listLibrary: () => LIBRARY_TABS.map((tab) => `/api/library?tab=${tab}`),
  listLearningRecord: () => ['/api/learning-record'],
  exportLearningRecord: () => ['/api/learning-record.csv'],
  getLesson: () => [`/api/courses/${ids.course}/lessons/${ids.lesson}`],
  listFilePositions: () => [`/api/courses/${ids.course}/positions`],
  // The student has reviewed no item; a review shows its author, as a post does.
  listReviews: () => [`/api/courses/${ids.course}/reviews`],
  listOwnLearners: () => ['/api/learners'],
  listKnownLearners: () => [`/api/courses/${ids.course}/known-learners`],
  getOwnReview: () => [`/api/courses/${ids.course}/review`],
  // The student has bought an item of the teacher.
  listSales: () => ['', '?filter=requested'].map((query) => `/api/sales${query}`),
};

/** Requests to endpoints that need the id of the student or of a record of theirs, which no list gives away. */
const BY_ID: Record<string, () => string[]> = {
  getProfile: () => [`/api/users/${idOf(student)}`],
  getCommon: () => [`/api/users/${idOf(student)}/mutual`],
  listUserPosts: () => [`/api/users/${idOf(student)}/posts`],
  listUserConnections: () => [`/api/users/${idOf(student)}/connections`],
  listMessages: () => [`/api/messages/${idOf(student)}`],
  getConversation: () => [`/api/messages/${idOf(student)}/state`],
  listSharedFiles: () => [`/api/messages/${idOf(student)}/files?kind=images`],
  listPresence: () => [`/api/presence?ids=${idOf(student)}`],
  // Names posts and events that the viewer has muted; hidden.test.ts covers them.
  getNotificationPreferences: () => [],
  // The learners of a course are listed to its author alone.
  listLearners: () => [`/api/courses/${ids.course}/learners`],
  exportLearners: () => [`/api/courses/${ids.course}/learners/export.csv`],
  // A sale is shown to its seller alone.
  getSale: () => [`/api/sales/${ids.sale}`],
  // Files and advertisements go by their own rules; the student has none.
  getCourseImage: () => [],
  openPublicFile: () => [],
  openCourseFile: () => [],
  downloadCourseFile: () => [],
  getFile: () => [],
  getFileLink: () => [],
  whyAdvertisement: () => [],
};

/** Where a requester sees the student: the own request, and the notification that it was declined. */
const SHOWN: Partial<Record<Viewer, readonly string[]>> = {
  pending: ['listConnections', 'listMissed'],
  ignored: ['listConnections', 'listMissed'],
  declined: ['listNotifications', 'listMissed'],
};

const textOf = (body: unknown) => JSON.stringify(body).toLowerCase();

it('every GET endpoint is requested, or shows no other user', () => {
  const known = new Set([...Object.keys(LISTS), ...Object.keys(BY_ID), ...SHOW_NO_USER]);
  const reads = Object.entries(allEndpoints).filter(([, { method }]) => method === 'GET');
  expect(reads.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
});

it('the one whose request is declined is notified', async () => {
  const listed = async () => textOf((await viewerOf('declined').get('/api/notifications')).body);
  await expect.poll(listed).toContain(MARK);
});

describe.each(VIEWERS)('a viewer who is %s', (name) => {
  it.each(Object.keys(LISTS))('does not find the student by %s', async (endpoint) => {
    const isShown = SHOWN[name]?.includes(endpoint) ?? false;
    for (const path of LISTS[endpoint]?.() ?? []) {
      const { status, body } = await viewerOf(name).get(path);
      const text = textOf(body);
      const hasStudent = text.includes(idOf(student)) || text.includes(MARK);
      expect({ path, status, hasStudent: hasStudent && !isShown }).toEqual({ path, status: 200, hasStudent: false });
      expect(text).not.toMatch(name === 'declined' && isShown ? /ignored/ : /ignored|declin|reject/);
    }
  });
});

describe('a requester who is ignored', () => {
  /** A response without what differs between two viewers; the items of a list in no order. */
  async function seenBy(name: Viewer, path: string): Promise<unknown> {
    const response = await viewerOf(name).get(path);
    const [status, body] = [response.status, response.body as unknown];
    const plain = (part: unknown) =>
      JSON.stringify(part ?? null)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'id')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replaceAll(/Viewer \d|teacher\d+x\d+/g, 'name');
    return { path, status, body: Array.isArray(body) ? body.map(plain).toSorted() : plain(body) };
  }

  it.each([...new Set([...Object.keys(LISTS), ...Object.keys(BY_ID)])])(
    'gets the response of a pending one from %s',
    async (endpoint) => {
      for (const path of [...(LISTS[endpoint]?.() ?? []), ...(BY_ID[endpoint]?.() ?? [])])
        expect(await seenBy('ignored', path)).toEqual(await seenBy('pending', path));
    },
  );
});
