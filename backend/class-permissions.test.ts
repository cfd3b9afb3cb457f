import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { DAY_MS } from '#shared/time.ts';
import { buildComment, buildCourse, buildEnrollment, buildEvent, buildPost } from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/**
 * The part of the permission matrix that is about the class of a creator's item: every endpoint that a creator may call
 * as its author × everyone. An endpoint that is missing here fails. What creators may do elsewhere is nothing, which
 * permissions.test.ts and audiences.test.ts check.
 */
const ACTORS = ['author', 'learner', 'stranger', 'enrolledCreator', 'otherCreator'] as const;
type Actor = (typeof ACTORS)[number];

let app: TestApp;
const clients = {} as Record<Actor, TestClient>;
const idOf = (actor: Actor) => clients[actor].user?.id ?? '';
let courseId = '';

beforeAll(async () => {
  app = await createTestApp();
  for (const actor of ACTORS) {
    clients[actor] = app.visitor();
    await clients[actor].signUp(actor === 'learner' || actor === 'stranger' ? 'student' : 'creator');
  }
  courseId = (await buildCourse(app.em(), { userId: idOf('author'), price: 0 })).id;
  for (const actor of ['learner', 'enrolledCreator'] as const)
    await buildEnrollment(app.em(), { courseId, userId: idOf(actor) });
});
afterAll(() => app.close());

interface Call {
  path: string;
  body?: object;
}

/** The request, arranged for each cell, and the status for each actor in the order of {@link ACTORS}. */
type Case = [arrange: () => Promise<Call> | Call, ...statuses: [number, number, number, number, number]];

const makePost = (author: Actor, isQuestion = false) =>
  buildPost(app.em(), { userId: idOf(author), audience: 'course', courseId, isQuestion });
const post =
  (author: Actor, path: (id: string) => string, body?: object): Case[0] =>
  async () => ({ path: path((await makePost(author)).id), ...(body && { body }) });
/** A comment of `author` on a question of the author of the item. */
const comment =
  (author: Actor, path: (id: string) => string, body?: object): Case[0] =>
  async () => {
    const { id: postId } = await makePost('author', true);
    const { id } = await buildComment(app.em(), { postId, userId: idOf(author) });
    return { path: path(id), ...(body && { body }) };
  };
const event =
  (path: (id: string) => string, body?: object): Case[0] =>
  async () => {
    const { id } = await buildEvent(app.em(), { userId: idOf('author'), audience: 'course', courseId });
    return { path: path(id), ...(body && { body }) };
  };
const ofClass = () => ({ type: 'course', id: courseId });
const eventInput = (audience?: object) => ({
  title: 'Office hours',
  description: '',
  date: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  location: 'Online',
  isVirtual: true,
  ...(audience && { audience }),
});

const CASES: Record<string, Case[]> = {
  listPosts: [
    [() => ({ path: `/api/posts?scope=course&courseId=${courseId}` }), 200, 200, 404, 404, 404],
    [() => ({ path: `/api/posts?scope=announcements&courseId=${courseId}` }), 200, 200, 404, 404, 404],
    ...['all', 'network', 'saved', 'mine', 'unanswered'].map((scope): Case => [
      () => ({ path: `/api/posts?scope=${scope}` }),
      ...([403, 200, 200, 403, 403] as const),
    ]),
  ],
  pinPost: [[post('learner', (id) => `/api/posts/${id}/pin`), 200, 403, 404, 404, 404]],
  unpinPost: [[post('learner', (id) => `/api/posts/${id}/pin`), 200, 403, 404, 404, 404]],
  createPost: [
    [() => ({ path: '/api/posts', body: { content: 'Hello', audience: ofClass() } }), 201, 201, 403, 403, 403],
    [() => ({ path: '/api/posts', body: { content: 'Hello' } }), 403, 201, 201, 403, 403],
    [
      () => ({ path: '/api/posts', body: { content: 'Hello', audience: { type: 'connections' } } }),
      ...([403, 201, 201, 403, 403] as const),
    ],
    // The author has announced nothing before.
    [
      () => ({ path: '/api/posts', body: { content: 'Hear', audience: ofClass(), isAnnouncement: true } }),
      ...([201, 403, 403, 403, 403] as const),
    ],
  ],
  getPost: [[post('learner', (id) => `/api/posts/${id}`), 200, 200, 404, 404, 404]],
  getPostHistory: [[post('learner', (id) => `/api/posts/${id}/history`), 200, 200, 404, 404, 404]],
  editPost: [
    [post('author', (id) => `/api/posts/${id}`, { content: 'Changed' }), 200, 403, 404, 404, 404],
    [post('learner', (id) => `/api/posts/${id}`, { content: 'Changed' }), 403, 200, 404, 404, 404],
  ],
  removePost: [
    [post('author', (id) => `/api/posts/${id}`), 204, 403, 404, 404, 404],
    [post('learner', (id) => `/api/posts/${id}`), 403, 204, 404, 404, 404],
  ],
  likePost: [[post('learner', (id) => `/api/posts/${id}/like`), 200, 200, 404, 404, 404]],
  unlikePost: [[post('learner', (id) => `/api/posts/${id}/like`), 200, 200, 404, 404, 404]],
  listLikes: [[post('learner', (id) => `/api/posts/${id}/likes`), 200, 200, 404, 404, 404]],
  listComments: [[post('learner', (id) => `/api/comments?postId=${id}`), 200, 200, 404, 404, 404]],
  createComment: [
    [
      async () => ({ path: '/api/comments', body: { postId: (await makePost('learner')).id, content: 'Well said' } }),
      ...([201, 201, 404, 404, 404] as const),
    ],
  ],
  editComment: [
    [comment('author', (id) => `/api/comments/${id}`, { content: 'Changed' }), 200, 403, 404, 404, 404],
    [comment('learner', (id) => `/api/comments/${id}`, { content: 'Changed' }), 403, 200, 404, 404, 404],
  ],
  // Under a post of the author.
  removeComment: [[comment('learner', (id) => `/api/comments/${id}`), 204, 204, 404, 404, 404]],
  chooseAnswer: [[comment('learner', (id) => `/api/comments/${id}/answer`), 204, 403, 404, 404, 404]],
  unchooseAnswer: [[comment('learner', (id) => `/api/comments/${id}/answer`), 204, 403, 404, 404, 404]],
  listEvents: [
    [() => ({ path: `/api/events?courseId=${courseId}` }), 200, 200, 404, 404, 404],
    [() => ({ path: `/api/events?when=past&courseId=${courseId}` }), 200, 200, 404, 404, 404],
    ...['upcoming', 'past', 'mine'].map((when): Case => [
      () => ({ path: `/api/events?when=${when}` }),
      ...([403, 200, 200, 403, 403] as const),
    ]),
  ],
  createEvent: [
    [() => ({ path: '/api/events', body: eventInput(ofClass()) }), 201, 403, 403, 403, 403],
    [() => ({ path: '/api/events', body: eventInput() }), 403, 201, 201, 403, 403],
  ],
  getEvent: [[event((id) => `/api/events/${id}`), 200, 200, 404, 404, 404]],
  getEventCalendar: [[event((id) => `/api/events/${id}.ics`), 200, 200, 404, 404, 404]],
  editEvent: [[event((id) => `/api/events/${id}`, { title: 'Changed' }), 200, 403, 404, 404, 404]],
  cancelEvent: [[event((id) => `/api/events/${id}`), 204, 403, 404, 404, 404]],
  listAttendees: [[event((id) => `/api/events/${id}/attendees`), 200, 200, 404, 404, 404]],
};

const ENDPOINTS = Object.entries(allEndpoints).filter(([, { who }]) => who === 'memberOrAuthor');

describe.each(ENDPOINTS)('%s', (name, { method }) => {
  it('is listed', () => expect(CASES).toHaveProperty(name));

  it.each((CASES[name] ?? []).map((each, number) => [number, each] as const))('case %i', async (_number, each) => {
    const [arrange, ...statuses] = each;
    const found: number[] = [];
    for (const actor of ACTORS) {
      const { path, body } = await arrange();
      found.push((await clients[actor].send(method, path, { ...(body && { body }) })).status);
    }
    expect(found).toEqual(statuses);
  });
});

it.each([
  ['posts of an institution', '/api/posts', { content: 'Hello' }],
  ['events of an institution', '/api/events', eventInput()],
])('%s are refused', async (_name, path, input) => {
  const audience = { type: 'institution', id: idOf('stranger') };
  const { status, body } = await clients.author.post(path, { body: { ...input, audience } });
  expect([status, body['code']]).toEqual([403, 'ROLE_FORBIDDEN']);
});

it('the author reports what a learner wrote to the class, and no other creator does', async () => {
  const { id: targetId } = await makePost('learner');
  const body = { targetType: 'post', targetId, reason: 'spam' };
  const statuses: number[] = [];
  for (const actor of ['author', 'enrolledCreator', 'otherCreator'] as const)
    statuses.push((await clients[actor].post('/api/reports', { body })).status);
  expect(statuses).toEqual([202, 404, 404]);
});

it('notifies the author of a comment on an own post, with a path to the class', async () => {
  const { id: postId } = await makePost('author');
  await clients.learner.post('/api/comments', { body: { postId, content: 'Thank you' } });
  const find = async () => {
    const { body } = await clients.author.get('/api/notifications');
    return (body as unknown as { sourceId: string; type: string; path: string }[])
      .filter(({ sourceId }) => sourceId === postId)
      .map(({ type, path }) => ({ type, path }));
  };
  await expect.poll(find).toEqual([{ type: 'post-commented', path: `/library?item=${courseId}&part=discussion` }]);
});
