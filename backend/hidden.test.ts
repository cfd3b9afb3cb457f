import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIBRARY_TABS } from '#shared/api/enrollments.ts';
import { allEndpoints } from '#shared/api/index.ts';
import { DIRECTORY_FIELDS } from '#shared/api/students.ts';
import type { ProfileView } from '#shared/api/users.ts';
import { DAY_MS } from '#shared/time.ts';
import { Advertisement } from './domains/advertisements/advertisement.entity.ts';
import { EventAttendee } from './domains/events/event-attendee.entity.ts';
import { Event } from './domains/events/event.entity.ts';
import { NotificationMute } from './domains/notifications/notification-mute.entity.ts';
import { Enrollment } from './domains/courses/enrollment.entity.ts';
import {
  buildCall,
  buildCourse,
  buildCourseFile,
  buildLesson,
  buildPurchase,
  buildReview,
} from './testing/builders.ts';
import { SHOW_NO_USER } from './testing/reads.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/**
 * "Blocked or hidden is 404, on every surface", held against every GET endpoint there is: three people leave traces
 * everywhere, then one blocks the viewer, one is blocked by the viewer, and one's account is closed. An endpoint that
 * is neither probed here nor listed below as one that shows no user fails.
 */
const HIDDEN = ['blocker', 'blocked', 'gone'] as const;
type Hidden = (typeof HIDDEN)[number];
/** Occurs in every name and text of the hidden users, and nowhere else. */
const MARK = 'zyx';

interface Traces {
  client: TestClient;
  id: string;
  postId: string;
  questionId: string;
  fileUrl: string;
  sentUrl: string;
  eventId: string;
  adId: string;
  coursePath: string;
  lessonPath: string;
  courseFilePath: string;
}

let app: TestApp;
let viewer: TestClient;
let friend: TestClient;
const people = new Map<Hidden, Traces>();
/** What is open to the viewer, with traces of the hidden ones in it. */
const open = { postId: '', friendPostId: '', friendShareIds: [] as string[] };
const idOf = (client: TestClient) => client.user?.id ?? '';
const body = async (answer: ReturnType<TestClient['get']>) => (await answer).body;

async function signUp(
  role: 'student' | 'teacher' | 'institution',
  fields: Record<string, string>,
): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role, fields);
  return client;
}

async function post(client: TestClient, fields: object): Promise<string> {
  return String((await body(client.post('/api/posts', { body: fields })))['id']);
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(client: TestClient, purpose = 'post-image'): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  return String((await body(client.post(`/api/uploads?purpose=${purpose}`, { form })))['fileId']);
}

/** Everything that one member can do in another's sight. */
async function leaveTraces(name: Hidden): Promise<Traces> {
  const client = await signUp('student', {
    fullName: `${name} ${MARK}`,
    username: `${MARK}-${name}`,
    institution: 'Viewer College',
  });
  const id = idOf(client);
  const fileId = await upload(client);
  const postId = await post(client, { content: `${MARK} writes`, fileId });
  const questionId = await post(client, { content: `${MARK} asks`, isQuestion: true });
  for (const to of [open.postId, open.friendPostId]) {
    await client.put(`/api/posts/${to}/like`);
    await client.post(`/api/posts/${to}/share`, { body: { comment: `${MARK} shares` } });
    await client.post('/api/comments', { body: { postId: to, content: `${MARK} comments` } });
  }
  open.friendShareIds.push(
    String((await body(friend.post(`/api/posts/${postId}/share`, { body: { comment: 'Look' } })))['id']),
  );
  await viewer.put(`/api/saved/post/${postId}`);

  for (const [to, isAccepted] of [
    [friend, true],
    [viewer, name === 'gone'],
  ] as const) {
    const request = await body(
      client.post('/api/connections', { body: { connectedUserId: idOf(to), note: `${MARK} greets` } }),
    );
    if (isAccepted) await to.patch(`/api/connections/${String(request['id'])}`, { body: { status: 'accepted' } });
  }
  await belongToViewer(client);
  await buildCall(app.em(), { callerId: id, calleeId: idOf(viewer) });
  const sentId = await upload(client, 'message-file');
  // The viewer still has the conversation with a deleted user.
  if (name !== 'gone')
    await client.post('/api/messages', {
      body: { receiverId: idOf(viewer), clientId: randomUUID(), content: `${MARK} sends pigeons`, fileId: sentId },
    });
  await client.patch('/api/privacy', { body: { fieldVisibility: { connections: 'everyone', learning: 'everyone' } } });
  await client.put('/api/students/listing', { body: { isListed: true, shows: DIRECTORY_FIELDS } });
  return {
    client,
    id,
    postId,
    questionId,
    fileUrl: `/api/files/${fileId}`,
    sentUrl: `/api/files/${name === 'gone' ? fileId : sentId}`,
    ...(await meetAndLearn(client, postId)),
    adId: await advertise(id),
  };
}

/** A profile entry at the viewer's institution, confirmed by it. */
async function belongToViewer(client: TestClient): Promise<void> {
  const line = {
    institution: 'Viewer College',
    degree: 'BSc',
    field: `${MARK}ology`,
    start: '2020-09',
    end: null,
    description: '',
  };
  const { version } = (await body(client.get('/api/users/me'))) as unknown as { version: string };
  const profile = await body(
    client.patch('/api/profile', {
      body: { bio: `${MARK} lives`, educationData: [line] },
      headers: { 'if-match': version },
    }),
  );
  const claim = await body(
    client.post('/api/verifications', {
      body: { entryId: profile['educationData']?.[0]?.['id'], institutionId: idOf(viewer) },
    }),
  );
  await viewer.patch(`/api/verifications/${String(claim['id'])}`, { body: { status: 'confirmed' } });
}

/**
 * A course and an event of the user that viewer and friend join and write about, and a membership in those of the
 * friend. The viewer has muted the event and a post.
 */
async function meetAndLearn(
  client: TestClient,
  postId: string,
): Promise<Pick<Traces, 'eventId' | 'coursePath' | 'lessonPath' | 'courseFilePath'>> {
  const em = app.em();
  const userId = idOf(client);
  const imageFileId = await upload(client, 'course-image');
  const course = await buildCourse(em, { userId, title: `${MARK} course`, imageFileId });
  const lesson = await buildLesson(em, { courseId: course.id, title: `${MARK} lesson` });
  const fileId = await upload(client, 'course-file');
  const file = await buildCourseFile(em, { courseId: course.id, fileId });
  const sale = await buildPurchase(em, { buyerId: userId, sellerId: idOf(viewer), buyerName: `${MARK} buys` });
  shared.saleIds.push(sale.id);
  const meeting = em.create(Event, {
    userId,
    title: `${MARK} meets`,
    description: '',
    date: new Date(Date.now() + DAY_MS),
    location: 'Hall',
  });
  for (const guest of [idOf(viewer), idOf(friend)]) {
    em.create(EventAttendee, { eventId: meeting.id, userId: guest, status: 'going' });
    em.create(Enrollment, { userId: guest, courseId: course.id });
  }
  em.create(EventAttendee, { eventId: shared.eventId, userId, status: 'going' });
  for (const courseId of [shared.courseId, shared.ownCourseId]) {
    em.create(Enrollment, { userId, courseId });
    await buildReview(em, { userId, courseId, text: `${MARK} reviews` });
  }
  for (const sourceId of [postId, meeting.id])
    em.create(NotificationMute, {
      userId: idOf(viewer),
      sourceType: sourceId === postId ? 'post' : 'event',
      sourceId,
    });
  await em.flush();
  for (const about of [
    { type: 'course', id: course.id },
    { type: 'event', id: meeting.id },
  ])
    await friend.post('/api/messages', {
      body: { receiverId: idOf(viewer), clientId: randomUUID(), content: 'Like pigeons?', about },
    });
  const coursePath = `/api/courses/${course.id}`;
  return {
    eventId: meeting.id,
    coursePath,
    lessonPath: `${coursePath}/lessons/${lesson.id}`,
    courseFilePath: `${coursePath}/files/${file.id}`,
  };
}

async function advertise(userId: string): Promise<string> {
  const em = app.em();
  const advertisement = em.create(Advertisement, {
    userId,
    title: `${MARK} offers`,
    description: '',
    linkUrl: 'https://example.org/',
    section: 1,
    state: 'active',
  });
  await em.flush();
  return advertisement.id;
}

const shared = { eventId: '', courseId: '', ownCourseId: '', calendarPath: '', saleIds: [] as string[] };

beforeAll(async () => {
  app = await createTestApp();
  viewer = await signUp('institution', { fullName: 'Viewer College', institution: 'Viewer College' });
  friend = await signUp('teacher', { fullName: 'A Friend', institution: 'Viewer College' });
  const request = await body(friend.post('/api/connections', { body: { connectedUserId: idOf(viewer) } }));
  await viewer.patch(`/api/connections/${String(request['id'])}`, { body: { status: 'accepted' } });
  const em = app.em();
  shared.courseId = (await buildCourse(em, { userId: idOf(friend), title: 'Common course' })).id;
  shared.ownCourseId = (await buildCourse(em, { userId: idOf(viewer), title: 'Own course' })).id;
  const meeting = em.create(Event, {
    userId: idOf(friend),
    title: 'Common meeting',
    description: '',
    date: new Date(Date.now() + DAY_MS),
    location: 'Hall',
  });
  em.create(EventAttendee, { eventId: meeting.id, userId: idOf(viewer), status: 'going' });
  em.create(Enrollment, { userId: idOf(viewer), courseId: shared.courseId });
  await em.flush();
  shared.eventId = meeting.id;
  const { url } = (await body(viewer.put('/api/events/feed'))) as unknown as { url: string };
  shared.calendarPath = url.slice(app.url.length);
  open.postId = await post(viewer, { content: 'By the viewer', isQuestion: true });
  open.friendPostId = await post(friend, { content: 'By the friend' });
  for (const name of HIDDEN) people.set(name, await leaveTraces(name));
  const answer = (
    (await body(viewer.get(`/api/comments?postId=${open.postId}`))) as unknown as { id: string; content: string }[]
  ).find((comment) => comment.content.startsWith(MARK));
  await viewer.put(`/api/comments/${answer?.id}/answer`);
});
afterAll(() => app.close());

/**
 * Requests to each endpoint: lists that could show traces, and records of the hidden users, which must be missing.
 */
const PROBES: Record<string, { lists?: () => string[]; gone?: (traces: Traces) => string[] }> = {
  listAudiences: { lists: () => ['/api/audiences'] },
  listPosts: {
    lists: () =>
      ['all', 'network', 'saved', 'mine', 'unanswered', 'all&sort=top', 'network&sort=top']
        .map((scope) => `/api/posts?scope=${scope}&limit=50`)
        .concat([...people.values()].map(({ id }) => `/api/posts?authorId=${id}`)),
  },
  getPost: {
    lists: () => [open.postId, open.friendPostId, ...open.friendShareIds].map((id) => `/api/posts/${id}`),
    gone: ({ postId, questionId }) => [`/api/posts/${postId}`, `/api/posts/${questionId}`],
  },
  getPostHistory: {
    lists: () => [`/api/posts/${open.postId}/history`],
    gone: ({ postId }) => [`/api/posts/${postId}/history`],
  },
  listLikes: {
    lists: () => [open.postId, open.friendPostId].map((id) => `/api/posts/${id}/likes`),
    gone: ({ postId }) => [`/api/posts/${postId}/likes`],
  },
  listComments: {
    lists: () => [open.postId, open.friendPostId].map((id) => `/api/comments?postId=${id}&limit=50`),
    gone: ({ postId }) => [`/api/comments?postId=${postId}`],
  },
  listUsers: {
    lists: () =>
      ['', `?q=${MARK}`, '?role=student', '?institution=Viewer%20College', `?q=${MARK}-blocker`].map(
        (query) => `/api/users${query}`,
      ),
  },
  getOwnProfile: { lists: () => ['/api/users/me', '/api/users/me?as=everyone'] },
  getProfile: { lists: () => [`/api/users/${idOf(friend)}`], gone: ({ id }) => [`/api/users/${id}`] },
  ...Object.fromEntries(
    Object.entries({
      listUserPosts: 'posts',
      listUserCourses: 'courses',
      listUserEvents: 'events',
      listUserConnections: 'connections',
      listUserPeople: 'people',
      getCommon: 'mutual',
    }).map(([name, part]) => [
      name,
      {
        lists: () => [idOf(friend), idOf(viewer)].map((id) => `/api/users/${id}/${part}`),
        gone: ({ id }: Traces) => [`/api/users/${id}/${part}`],
      },
    ]),
  ),
  suggestMentions: { lists: () => [MARK, 'block', 'gon'].map((q) => `/api/mentions?q=${q}`) },
  listMutual: {
    lists: () => [`/api/connections/mutual/${idOf(friend)}`],
    gone: ({ id }) => [`/api/connections/mutual/${id}`],
  },
  listStudents: {
    lists: () =>
      ['', `?q=${MARK}`, '?sort=name', '?sort=mutual', `?courseId=${shared.courseId}`].map(
        (query) => `/api/students${query}`,
      ),
  },
  getStudentFacets: { lists: () => ['/api/students/facets'] },
  exportStudents: { lists: () => ['/api/students/export.csv'] },
  listVerifications: {
    lists: () => ['', '?status=confirmed', '?status=pending'].map((query) => `/api/verifications${query}`),
  },
  listConnections: {
    lists: () => ['accepted', 'received', 'sent'].map((status) => `/api/connections?status=${status}`),
  },
  listSuggestions: { lists: () => ['/api/connections/suggestions'] },
  listNotifications: {
    lists: () => ['all', 'unread', 'done', 'snoozed'].map((filter) => `/api/notifications?filter=${filter}`),
  },
  getNotificationPreferences: { lists: () => ['/api/notifications/preferences'] },
  listEvents: { lists: () => ['', '?when=upcoming', '?when=mine', `?q=${MARK}`].map((query) => `/api/events${query}`) },
  getEvent: { lists: () => [`/api/events/${shared.eventId}`], gone: ({ eventId }) => [`/api/events/${eventId}`] },
  listAttendees: {
    lists: () => [`/api/events/${shared.eventId}/attendees`],
    gone: ({ eventId }) => [`/api/events/${eventId}/attendees`],
  },
  getEventCalendar: { gone: ({ eventId }) => [`/api/events/${eventId}.ics`] },
  readCalendarFeed: { lists: () => [shared.calendarPath] },
  // The response contains the query, so the marker is not part of the query.
  search: { lists: () => ['writes', 'asks', 'blocker', 'blocked', 'gone'].map((word) => `/api/search?q=${word}`) },
  suggest: { lists: () => ['zy', 'block', 'gon'].map((word) => `/api/search/suggest?q=${word}`) },
  listConversations: {
    lists: () => ['all', 'unread', 'requests', 'archived'].map((filter) => `/api/messages?filter=${filter}`),
  },
  listCalls: { lists: () => ['/api/calls'] },
  searchMessages: { lists: () => ['/api/messages/search?q=pigeons'] },
  listMessages: { lists: () => [`/api/messages/${idOf(friend)}`], gone: ({ id }) => [`/api/messages/${id}`] },
  listSharedFiles: { gone: ({ id }) => [`/api/messages/${id}/files?kind=images`] },
  getConversation: { gone: ({ id }) => [`/api/messages/${id}/state`] },
  listPresence: { lists: () => [`/api/presence?ids=${[...people.values()].map(({ id }) => id).join(',')}`] },
  listMissed: { lists: () => ['/api/sync?since=0'] },
  listAdvertisements: { lists: () => [1, 2].map((section) => `/api/advertisements?section=${section}`) },
  listRegister: { lists: () => ['/api/advertisements/register'] },
  whyAdvertisement: { gone: ({ adId }) => [`/api/advertisements/${adId}/why`] },
  getFile: { gone: ({ fileUrl, sentUrl }) => [fileUrl, sentUrl] },
  getFileLink: { gone: ({ fileUrl, sentUrl }) => [fileUrl, sentUrl].map((url) => `${url}/link`) },
  listSales: { lists: () => ['/api/sales'] },
  getSale: { lists: () => shared.saleIds.map((id) => `/api/sales/${id}`) },
  // A user sees whom they have blocked.
  listBlocks: { lists: () => [] },
  listCourses: {
    lists: () =>
      ['', '?sort=popular', '?sort=price', '?contentType=course', '?q=statistics', '?mine=true']
        .map((query) => `/api/courses${query}`)
        .concat([...people.values()].map(({ id }) => `/api/courses?authorId=${id}`)),
  },
  listCourseCards: {
    lists: () => [
      `/api/course-cards?ids=${[...people.values()].map(({ coursePath }) => coursePath.slice(-36)).join(',')}`,
    ],
  },
  getCourse: { gone: ({ coursePath }) => [coursePath] },
  getCourseImage: { gone: ({ coursePath }) => [`${coursePath}/image`] },
  listLibrary: { lists: () => LIBRARY_TABS.map((tab) => `/api/library?tab=${tab}`) },
  listLibraryAuthors: { lists: () => LIBRARY_TABS.map((tab) => `/api/library-authors?tab=${tab}`) },
  listLearningRecord: { lists: () => ['/api/learning-record'] },
  exportLearningRecord: { lists: () => ['/api/learning-record.csv'] },
  listLearners: { lists: () => [`/api/courses/${shared.ownCourseId}/learners`] },
  listKnownLearners: {
    lists: () => [`/api/courses/${shared.courseId}/known-learners`],
    gone: ({ coursePath }) => [`${coursePath}/known-learners`],
  },
  listOwnLearners: { lists: () => ['/api/learners'] },
  exportLearners: { lists: () => [`/api/courses/${shared.ownCourseId}/learners/export.csv`] },
  listReviews: {
    lists: () => [shared.courseId, shared.ownCourseId].map((id) => `/api/courses/${id}/reviews`),
    gone: ({ coursePath }) => [`${coursePath}/reviews`],
  },
  getOwnReview: { gone: ({ coursePath }) => [`${coursePath}/review`] },
  getLesson: { gone: ({ lessonPath }) => [lessonPath] },
  listFilePositions: { gone: ({ coursePath }) => [`${coursePath}/positions`] },
  openCourseFile: { gone: ({ courseFilePath }) => [courseFilePath] },
  downloadCourseFile: { gone: ({ courseFilePath }) => [`${courseFilePath}/download`] },
  // Open to every visitor, and so to these two; a closed account is not in it.
  listPublicCourses: { lists: () => [] },
  getPublicCourse: { lists: () => [] },
  openPublicFile: { lists: () => [] },
};

const reads = Object.entries(allEndpoints).filter(([, { method }]) => method === 'GET');

it('every GET endpoint is requested, or shows no other user', () => {
  const known = new Set([...Object.keys(PROBES), ...SHOW_NO_USER]);
  expect(reads.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
});

describe('before anybody is hidden', () => {
  // Otherwise the probes would find nothing because there is nothing to find.
  it.each(
    Object.keys(PROBES).filter(
      (name) =>
        ![
          'getOwnProfile',
          'getPostHistory',
          'listSuggestions',
          'getProfile',
          'getStudentFacets',
          'listBlocks',
          'listPublicCourses',
          'getPublicCourse',
          'openPublicFile',
          'getFile',
          'getFileLink',
          'getCourse',
          'getCourseImage',
          'getLesson',
          'getOwnReview',
          'listFilePositions',
          'openCourseFile',
          'downloadCourseFile',
          'getEventCalendar',
          'getConversation',
          'listSharedFiles',
          'listPresence',
          'listAdvertisements',
          'whyAdvertisement',
        ].includes(name),
    ),
  )('%s shows the traces', async (name) => {
    const paths = PROBES[name]?.lists?.() ?? [];
    const read = () =>
      Promise.all(paths.map(async (path) => JSON.stringify((await viewer.get(path)).body).toLowerCase()));
    // What is found is indexed a moment after it was written.
    await expect.poll(async () => (await read()).some((text) => text.includes(MARK))).toBe(true);
  });

  it.each(Object.keys(PROBES).filter((name) => PROBES[name]?.gone))(
    '%s returns a response for each of them',
    async (name) => {
      for (const traces of people.values()) {
        for (const path of PROBES[name]?.gone?.(traces) ?? [])
          expect([200, path], path).toEqual([(await viewer.get(path)).status, path]);
      }
    },
  );
});

describe('once they are hidden', () => {
  beforeAll(async () => {
    await people.get('blocker')?.client.put(`/api/users/${idOf(viewer)}/block`);
    await viewer.put(`/api/users/${people.get('blocked')?.id ?? ''}/block`);
    await app.pool.query('update users set deactivated_at = now() where id = $1', [people.get('gone')?.id]);
  });

  it.each(Object.keys(PROBES).filter((name) => PROBES[name]?.lists))('%s shows no trace', async (name) => {
    for (const path of PROBES[name]?.lists?.() ?? []) {
      const answer = await viewer.get(path);
      const text = JSON.stringify(answer.body).toLowerCase();
      const shown = HIDDEN.filter(
        (hidden) => text.includes(people.get(hidden)?.id ?? MARK) || text.includes(`${hidden} ${MARK}`),
      );
      expect({ path, status: answer.status, shown, hasMark: text.includes(MARK) }).toEqual({
        path,
        status: 200,
        shown: [],
        hasMark: false,
      });
    }
  });

  it.each(Object.keys(PROBES).filter((name) => PROBES[name]?.gone))('%s is 404 for each of them', async (name) => {
    for (const traces of people.values()) {
      for (const path of PROBES[name]?.gone?.(traces) ?? [])
        expect([404, path]).toEqual([(await viewer.get(path)).status, path]);
    }
  });

  it('an entry of another member does not show a hidden institution', async () => {
    const school = await signUp('institution', { fullName: `${MARK} school` });
    const line = {
      institution: 'Some school',
      degree: 'MA',
      field: 'History',
      start: '2018-09',
      end: '2020-06',
      description: '',
    };
    const { version } = (await body(friend.get('/api/users/me'))) as unknown as { version: string };
    const profile = (await body(
      friend.patch('/api/profile', { body: { educationData: [line] }, headers: { 'if-match': version } }),
    )) as unknown as ProfileView;
    const claim = await body(
      friend.post('/api/verifications', {
        body: { entryId: profile.educationData[0]?.id, institutionId: idOf(school) },
      }),
    );
    await school.patch(`/api/verifications/${String(claim['id'])}`, { body: { status: 'confirmed' } });
    const claims = async () =>
      ((await body(viewer.get(`/api/users/${idOf(friend)}`))) as unknown as ProfileView).claims;
    expect(await claims()).toMatchObject([{ institution: { id: idOf(school) } }]);
    await school.put(`/api/users/${idOf(viewer)}/block`);
    expect(await claims()).toEqual([]);
  });

  it('numbers leave them out as well', async () => {
    expect(await body(viewer.get('/api/connections/count'))).toMatchObject({ accepted: 1, received: 0, sent: 0 });
    expect(await body(viewer.get('/api/users/me'))).toMatchObject({ counts: { connections: 1, people: 0 } });
  });

  it('the list of blocks names the blocked one alone, and the public strip no closed account', async () => {
    expect(await body(viewer.get('/api/blocks'))).toMatchObject([{ id: people.get('blocked')?.id }]);
    expect(JSON.stringify(await body(viewer.get('/api/public/courses')))).not.toContain(`gone ${MARK}`);
  });

  it('nor do the hidden ones see the viewer', async () => {
    for (const name of ['blocker', 'blocked'] as const) {
      const { client } = people.get(name) ?? { client: viewer };
      for (const path of [
        `/api/users/${idOf(viewer)}`,
        `/api/posts/${open.postId}`,
        `/api/comments?postId=${open.postId}`,
      ])
        expect((await client.get(path)).status).toBe(404);
      for (const path of [
        '/api/posts?limit=50',
        '/api/users?q=Viewer',
        '/api/connections/suggestions',
        '/api/notifications',
      ]) {
        expect(JSON.stringify((await client.get(path)).body), path).not.toContain(idOf(viewer));
      }
    }
  });
});
