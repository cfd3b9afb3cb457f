import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { DAY_MS } from '#shared/time.ts';
import { buildConnection, buildCourse, buildLessonUses, buildPost, buildUser } from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient, TestResponse } from './testing/test-client.ts';

/** Limits as they are. */
let app: TestApp;
beforeAll(async () => {
  // A mail server that nothing answers: emails stay in the queue.
  app = await createTestApp({ limitFactor: 1, smtpUrl: 'smtp://127.0.0.1:9' });
});
afterAll(() => app.close());

async function signedUp(): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp('teacher');
  await client.token();
  return client;
}
const post = (client: TestClient) => client.post('/api/posts', { body: { content: 'Hello' } });
const write = (client: TestClient, receiverId: string) =>
  client.post('/api/messages', { body: { receiverId, clientId: randomUUID(), content: 'Hello' } });
const statusesOf = async (count: number, attempt: () => Promise<TestResponse>): Promise<number[]> => {
  const statuses = [];
  for (let tries = 0; tries < count; tries += 1) statuses.push((await attempt()).status);
  return statuses;
};

/**
 * Writes of members that neither reach nor weigh for others, by reason. Every other one says in its contract what a
 * member may do whose address is not confirmed.
 */
const STAYS_WITH_THE_MEMBER = {
  'the own account, settings and lists':
    'logout editAccount resendVerification changeEmail cancelEmailChange createExport confirmExport deleteAccount ' +
    'setUpTwoFactor enableTwoFactor disableTwoFactor renewRecoveryCodes editPreferences editPrivacy setFeedSettings ' +
    'revokeOtherSessions revokeSession changePassword editProfile setProfileImage removeProfileImage setCoverImage ' +
    'removeCoverImage editListing dismissSuggestion restoreSuggestion editConversation editNotificationPreferences ' +
    'editNotification readAll removeNotification restoreNotification muteSource unmuteSource unmute sendTest ' +
    'subscribePush unsubscribePush saveItem unsaveItem setDraft removeDraft setMarker removeSearches removeSearch ' +
    'noteClick upload createUploadSession continueUpload removeUploadSession archiveLibraryItem renewCalendarFeed ' +
    'removeCalendarFeed hideAdvertisement createNote removeNote',
  'drafts, and changes of what has been counted':
    'removePost unlikePost pinPost unpinPost chooseAnswer unchooseAnswer removeComment ' +
    'removePartnerFlag removeVerification removeConnection editMessage removeMessage createCourse editCourse ' +
    'unpublishCourse removeCourse addCourseFile editCourseFile removeCourseFile orderCourse createSection ' +
    'renameSection removeSection createLesson editLesson removeLesson leaveCourse removeReview removeReviewReply ' +
    'editEvent cancelEvent leaveEvent editAdvertisement removeAdvertisement pauseAdvertisement resumeAdvertisement',
  'answers to what others have sent': 'answerConnection ignoreConnection readMessages acceptRequest declineRequest',
  'protection, and help for those whose email does not arrive': 'blockUser unblockUser createSupportRequest',
  'learning, and what has been paid':
    'setProgress answerQuiz purchaseCourse finishTestPayment requestRefund decideRefund',
  'figures for the operator and for authors, with limits of their own':
    'rateArticle noteSearch countImpression countClick countView',
  'counted by the service: a first message, and an edit that mentions another member':
    'sendMessage editPost editComment',
};
const PARTS: Record<string, { body?: unknown }> = {
  createPost: { body: { content: 'Hello' } },
  sharePost: { body: {} },
  likePost: {},
  createComment: { body: { postId: randomUUID(), content: 'Hello' } },
  setPartnerFlag: { body: { until: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) } },
  createReport: { body: { targetType: 'post', targetId: randomUUID(), reason: 'spam' } },
  createConnection: { body: { connectedUserId: randomUUID() } },
  publishCourse: {},
  addCourseChange: { body: { note: 'Hello', notify: true } },
  enroll: {},
  setReviewReply: { body: { text: 'Thank you' } },
  createEvent: {
    body: {
      title: 'Open day',
      description: 'All',
      date: new Date(Date.now() + DAY_MS).toISOString(),
      location: 'Room 2',
      isVirtual: false,
    },
  },
  answerEvent: { body: { status: 'going' } },
  createAdvertisement: {
    body: { title: 'Books', description: 'Used books', linkUrl: 'https://example.org/', section: 1 },
  },
  setReview: { body: { rating: 1, text: '' } },
  createVerification: { body: { entryId: randomUUID(), institutionId: randomUUID() } },
  decideVerification: { body: { status: 'confirmed' } },
};
const writes = Object.entries(allEndpoints).filter(([, { method, who }]) => method !== 'GET' && who !== 'public');

it('knows of every write of a member whether it reaches others', () => {
  const staying = Object.values(STAYS_WITH_THE_MEMBER).flatMap((names) => names.split(' '));
  const reaching = writes.flatMap(([name, { untilConfirmed }]) => (untilConfirmed ? [name] : []));
  expect([...staying, ...reaching].toSorted()).toEqual(writes.map(([name]) => name).toSorted());
});

it('an account without a confirmed address reaches others ten times a day, whatever it writes', async () => {
  const client = await signedUp();
  const em = app.em();
  const teacher = () => buildUser(em, { role: 'teacher' });
  const [stranger, other, friend] = [await teacher(), await teacher(), await teacher()];
  await buildConnection(em, { userId: client.user?.id ?? '', connectedUserId: friend.id, status: 'accepted' });
  const { id: postId } = await buildPost(em, { userId: friend.id });
  expect(await statusesOf(7, () => post(client))).toEqual(Array.from({ length: 7 }, () => 201));
  expect((await client.put(`/api/posts/${postId}/like`)).status).toBe(200);
  expect((await client.post('/api/comments', { body: { postId, content: 'Hello' } })).status).toBe(201);
  expect((await write(client, stranger.id)).status).toBe(201);
  const refused = [await write(client, other.id)];
  for (const [name, { method, path, untilConfirmed }] of writes) {
    if (!untilConfirmed) continue;
    const to = path.replaceAll(/:[A-Za-z]+/g, () => randomUUID());
    const response = await client.send(method, to, PARTS[name] ?? {});
    expect([name, response.status, response.body['code']]).toEqual([name, 403, 'NOT_ALLOWED']);
    refused.push(response);
  }
  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(refused.map(() => [403, 'NOT_ALLOWED']));
  expect(refused[0]?.body['message']).toContain('email address is confirmed');
  // A conversation that the other member has accepted goes on, and so does everything that stays with the member.
  expect((await write(client, friend.id)).status).toBe(201);
  expect((await client.delete(`/api/posts/${postId}/like`)).status).toBe(200);
  expect((await client.get('/api/posts')).status).toBe(200);
  await app.confirmEmail(client);
  // A node uses a loaded session for up to two seconds.
  await expect.poll(async () => (await post(client)).status, { interval: 1_000 }).toBe(201);
});

it('an edit that mentions another member counts like a post, once, and every other edit is free', async () => {
  const client = await signedUp();
  const em = app.em();
  const readers: string[] = [];
  for (let index = 0; index < 14; index += 1)
    readers.push((await buildUser(em, { role: 'teacher', username: `edited${index}` })).id);
  const { body: written } = await post(client);
  const postPath = `/api/posts/${String(written['id'])}`;
  const { body: comment } = await client.post('/api/comments', { body: { postId: written['id'], content: 'Hello' } });
  const commentPath = `/api/comments/${String(comment['id'])}`;
  const edit = (path: string, content: string, repeatKey: string = randomUUID()) =>
    client.patch(path, { body: { content }, key: repeatKey });
  const key = randomUUID();
  const path = (index: number) => (index % 2 === 0 ? postPath : commentPath);
  // The response of the first edit is lost: its repeats, with the same key or a new one, count once.
  for (const of of [key, key, randomUUID()]) expect((await edit(postPath, 'Hello @edited0', of)).status).toBe(200);
  for (let index = 1; index < 8; index += 1)
    expect((await edit(path(index), `Hello @edited${index}`)).status).toBe(200);
  const refused = [];
  for (let index = 8; index < 14; index += 1) refused.push(await edit(path(index), `Hello @edited${index}`));
  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(refused.map(() => [403, 'NOT_ALLOWED']));
  expect((await edit(postPath, 'A correction')).status).toBe(200);
  expect((await edit(commentPath, 'A correction')).status).toBe(200);
  await expect
    .poll(async () => (await app.pool.query('select count(*)::int as left from outbox')).rows[0].left)
    .toBe(0);
  const { rows } = await app.pool.query(`select distinct user_id from notifications where user_id = any($1)`, [
    readers,
  ]);
  expect(rows).toHaveLength(8);
});

it('stars and confirmations count only from accounts with a confirmed address', async () => {
  const clients = [await signedUp(), await signedUp(), await signedUp()];
  const course = await buildCourse(app.em(), { price: 0 });
  const rate = (client: TestClient) =>
    client.put(`/api/courses/${course.id}/review`, { body: { rating: 1, text: '' } });
  for (const client of clients) {
    const userId = client.user?.id ?? '';
    expect((await client.post(`/api/courses/${course.id}/enroll`)).status).toBe(201);
    await buildLessonUses(app.em(), { userId, courseId: course.id, opened: 1, of: 1 });
    expect((await rate(client)).body['code']).toBe('NOT_ALLOWED');
  }
  const stars = async () => {
    const { rows } = await app.pool.query('select reviews, rating_sum from courses where id = $1', [course.id]);
    return rows[0] as unknown;
  };
  expect(await stars()).toEqual({ reviews: 0, rating_sum: 0 });
  const [first] = clients as [TestClient];
  await app.confirmEmail(first);
  await expect.poll(async () => (await rate(first)).status, { interval: 1_000 }).toBe(200);
  expect(await stars()).toEqual({ reviews: 1, rating_sum: 1 });
});

it('a confirmed account posts 30 times an hour and asks 20 strangers', async () => {
  const client = await signedUp();
  await app.confirmEmail(client);
  const posts = await statusesOf(29, () => post(client));
  const { body } = await post(client);
  expect(posts.indexOf(429)).toBe(-1);
  expect((await post(client)).status).toBe(429);
  await buildUser(app.em(), { role: 'teacher', username: 'by_edit' });
  const edit = (content: string) => client.patch(`/api/posts/${String(body['id'])}`, { body: { content } });
  expect((await edit('A correction')).status).toBe(200);
  expect((await edit('Hello @by_edit')).status).toBe(429);
  const strangers: string[] = [];
  for (let index = 0; index < 22; index += 1) strangers.push((await buildUser(app.em(), { role: 'teacher' })).id);
  const requests = await statusesOf(22, () => write(client, strangers.pop() ?? ''));
  expect(requests.indexOf(429)).toBe(20);
});

it('where no emails are sent, no address has to be confirmed', async () => {
  const own = await createTestApp({ limitFactor: 1 });
  const client = own.visitor();
  await client.signUp('teacher');
  expect(await statusesOf(12, () => post(client))).toEqual(Array.from({ length: 12 }, () => 201));
  await own.close();
});
