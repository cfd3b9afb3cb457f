import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PushMap } from '#shared/realtime/index.ts';
import { DAY_MS } from '#shared/time.ts';
import { approveAdvertisement, loadForReview } from '../domains/advertisements/advertisements.review.ts';
import {
  buildAdvertisement,
  buildComment,
  buildConnection,
  buildCourse,
  buildEvent,
  buildLesson,
  buildMessage,
  buildPost,
  buildUser,
} from '../testing/builders.ts';
import { isWithoutRedis, type TestRedis } from '../testing/redis.ts';
import type { TestApp } from '../testing/test-app.ts';
import type { TestClient } from '../testing/test-client.ts';
import { connectLiveClient, type LiveClient } from '../testing/two-clients.ts';
import { openTwoNodes } from '../testing/two-nodes.ts';

type Payload = Record<string, unknown>;
type Match = (push: Payload) => boolean;

/** One node with what acts on it. */
interface Place {
  app: TestApp;
  writer: TestClient;
  reader: TestClient;
  /** A socket of the writer and one of the reader. */
  typist: LiveClient;
  screen: LiveClient;
}

let redis: TestRedis | undefined;
let close: () => Promise<void>;
let places: Place[];
let guest: { id: string; cookie: string };
let [writerId, readerId, conversationId] = ['', '', ''];

const screens = () => places.map(({ screen }) => screen);
const em = () => (places[0] as Place).app.em();
const read = (push: Payload, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Payload | null | undefined)?.[key], push);
const has =
  (fields: Payload): Match =>
  (push) =>
    Object.entries(fields).every(([path, value]) => read(push, path) === value);

/** Opens a room on the reader's screens, as the page that shows the record does. */
async function show(room: string): Promise<void> {
  for (const screen of screens()) expect(await screen.ask('join-room', room)).toEqual({ ok: true });
}
async function shownPost(userId: string): Promise<string> {
  const { id } = await buildPost(em(), { userId });
  await show(`post-${id}`);
  return id;
}
const succeeded = async (response: Promise<{ status: number }>) => expect((await response).status).toBeLessThan(300);

/** Calls the reader from the writer's socket and returns the id of the call. */
async function callReader({ typist }: Place): Promise<string> {
  const callId = uuidv7();
  const call = { callerId: writerId, calleeId: readerId, callId, callType: 'voice' };
  expect(await typist.ask('incoming-call', call)).toMatchObject({ ok: true });
  return callId;
}

/** Pushes to one socket: `hello` has a test of its own, those of calls are in every-call-push.test.ts. */
type ToOneSocket =
  | 'hello'
  | 'incoming-call-received'
  | 'call-accepted'
  | 'call-rejected'
  | 'call-busy'
  | 'call-signal'
  | 'call-merged'
  | 'call-state';

/** For every other push: what a member does on a node, and what their connection then receives on each node. */
const ROWS: Record<Exclude<keyof PushMap, ToOneSocket>, (at: Place, text: string) => Promise<Match>> = {
  'post-created': async ({ writer }, content) => {
    const { body } = await writer.post('/api/posts', { body: { content } });
    return has({ id: body['id'], userId: writerId });
  },
  'post-updated': async ({ writer }, content) => {
    const id = await shownPost(writerId);
    await succeeded(writer.patch(`/api/posts/${id}`, { body: { content } }));
    return has({ id, content });
  },
  'post-deleted': async ({ writer }) => {
    const id = await shownPost(writerId);
    await succeeded(writer.delete(`/api/posts/${id}`));
    return has({ id });
  },
  'new-comment': async ({ writer }, content) => {
    const postId = await shownPost(readerId);
    await succeeded(writer.post('/api/comments', { body: { postId, content } }));
    return has({ postId, content });
  },
  'comment-deleted': async ({ writer }) => {
    const postId = await shownPost(readerId);
    const { id } = await buildComment(em(), { postId, userId: writerId });
    await succeeded(writer.delete(`/api/comments/${id}`));
    return has({ id });
  },
  'connection-created': async ({ reader }) => {
    const { id } = await buildUser(em());
    await succeeded(reader.post('/api/connections', { body: { connectedUserId: id } }));
    return has({ connectedUserId: id });
  },
  'connection-updated': async ({ reader }) => {
    const { id: userId } = await buildUser(em());
    const { id } = await buildConnection(em(), { userId, connectedUserId: readerId, status: 'pending' });
    await succeeded(reader.patch(`/api/connections/${id}`, { body: { status: 'accepted' } }));
    return has({ id, status: 'accepted' });
  },
  'connection-deleted': async ({ reader }) => {
    const { id: userId } = await buildUser(em());
    const { id } = await buildConnection(em(), { userId, connectedUserId: readerId });
    await succeeded(reader.delete(`/api/connections/${id}`));
    return has({ id });
  },
  'connection-count': async ({ reader }) => {
    const { accepted, sent } = (await reader.get('/api/connections/count')).body;
    const { id } = await buildUser(em());
    await succeeded(reader.post('/api/connections', { body: { connectedUserId: id } }));
    return has({ accepted, sent: Number(sent) + 1 });
  },
  'event-created': async ({ writer }, title) => {
    const date = new Date(Date.now() + 2 * DAY_MS).toISOString();
    await succeeded(
      writer.post('/api/events', {
        body: { title, description: 'Bring a plan.', date, location: 'Hall', isVirtual: false },
      }),
    );
    return has({ title });
  },
  'event-updated': async ({ writer }, location) => {
    const { id } = await buildEvent(em(), { userId: writerId });
    await show(`event-${id}`);
    await succeeded(writer.patch(`/api/events/${id}`, { body: { location } }));
    return has({ id, location });
  },
  'course-created': async ({ writer }, title) => {
    const { id } = await buildCourse(em(), { userId: writerId, title, status: 'draft', publishedAt: null });
    await buildLesson(em(), { courseId: id });
    await show('courses');
    await succeeded(writer.post(`/api/courses/${id}/publish`));
    return has({ id, title });
  },
  'course-updated': async ({ writer }, title) => {
    const { id } = await buildCourse(em(), { userId: writerId });
    await show(`course-${id}`);
    await succeeded(writer.patch(`/api/courses/${id}`, { body: { title } }));
    return has({ id, title });
  },
  'course-deleted': async ({ writer }) => {
    const { id } = await buildCourse(em(), { userId: writerId });
    await show(`course-${id}`);
    await succeeded(writer.delete(`/api/courses/${id}`));
    return has({ id });
  },
  // An operator approves it at the command line; the node that finds the domain event first publishes it.
  'advertisement-created': async (_at, title) => {
    const { id } = await buildAdvertisement(em(), { userId: writerId, state: 'review', title });
    const { revision } = await loadForReview(em(), id);
    await approveAdvertisement(em(), id, { operator: 'an operator', revision });
    return has({ id, title });
  },
  'advertisement-updated': async ({ writer }) => {
    const { id } = await buildAdvertisement(em(), { userId: writerId });
    await succeeded(writer.post(`/api/advertisements/${id}/pause`));
    return has({ id });
  },
  'new-message': async ({ writer }, content) => {
    await succeeded(writer.post('/api/messages', { body: { receiverId: readerId, clientId: uuidv7(), content } }));
    return has({ content });
  },
  'message-updated': async ({ writer }, content) => {
    const { id } = await buildMessage(em(), { senderId: writerId, receiverId: readerId });
    await succeeded(writer.patch(`/api/messages/item/${id}`, { body: { content } }));
    return has({ id, content });
  },
  'message-read': async ({ reader }) => {
    const { conversationSeq: upToSeq } = await buildMessage(em(), { senderId: writerId, receiverId: readerId });
    await succeeded(reader.put(`/api/messages/${writerId}/read`, { body: { upToSeq } }));
    return has({ readerId, upToSeq });
  },
  typing: async ({ typist }) => {
    expect(await typist.ask('typing', { conversationId })).toEqual({ ok: true });
    return has({ conversationId, userId: writerId });
  },
  notification: async ({ writer }, content) => {
    const { id: postId } = await buildPost(em(), { userId: readerId });
    await succeeded(writer.post('/api/comments', { body: { postId, content } }));
    return has({ 'view.params.excerpt': content });
  },
  presence: async ({ app }) => {
    const online = has({ userId: guest.id, state: 'online' });
    const before = screens().map(({ frames }) => frames.length);
    const live = await connectLiveClient({ url: app.url, cookie: guest.cookie });
    await expect
      .poll(() => screens().map((screen, at) => named(screen, 'presence', before[at]).filter(online).length))
      .toEqual([1, 1]);
    live.close();
    return has({ userId: guest.id, state: 'offline' });
  },
  'profile-updated': async ({ reader }, bio) => {
    const { version } = (await reader.get('/api/users/me')).body;
    await succeeded(reader.patch('/api/profile', { body: { bio }, headers: { 'if-match': `"${String(version)}"` } }));
    return has({ id: readerId });
  },
  'incoming-call': async (at) => {
    const callId = await callReader(at);
    await at.typist.ask('call-ended', { callerId: writerId, calleeId: readerId, callId });
    return has({ callId, callerId: writerId });
  },
  'call-ended': async (at) => {
    const callId = await callReader(at);
    await at.typist.ask('call-ended', { callerId: writerId, calleeId: readerId, callId });
    return has({ callId, reason: 'cancelled' });
  },
  'call-elsewhere': async (at) => {
    const third = await connectLiveClient({ url: at.app.url, cookie: at.reader.cookie });
    const callId = await callReader(at);
    expect(await third.ask('call-busy', { callerId: writerId, calleeId: readerId, callId })).toEqual({ ok: true });
    third.close();
    return has({ callId, reason: 'busy' });
  },
  'data-updated': async ({ reader }) => {
    const { id } = await buildUser(em());
    await succeeded(reader.put(`/api/users/${id}/block`));
    return has({ type: 'post' });
  },
};

/** Each of them on each node, before and after Redis was killed. */
const written: { name: string; match: Match; from: number[] }[] = [];

const named = ({ frames }: LiveClient, name: string, from = 0) =>
  frames
    .slice(from)
    .filter((frame) => frame.name === name)
    .map(({ payload }) => payload);

async function open(): Promise<void> {
  const { app, node, ...others } = await openTwoNodes();
  ({ redis, close } = others);
  const [writer, reader, visitor] = [app.visitor(), app.visitor(), app.visitor()];
  const [writing, reading] = [await writer.signUp('teacher'), await reader.signUp('student')];
  guest = { id: (await visitor.signUp('teacher')).id, cookie: visitor.cookie };
  [writerId, readerId] = [writing.id, reading.id];
  for (const userId of [writerId, guest.id]) await buildConnection(app.em(), { userId, connectedUserId: readerId });
  ({ conversationId } = await buildMessage(app.em(), { senderId: writerId, receiverId: readerId }));
  const enter = async (at: TestApp, client: TestClient, username: string): Promise<TestClient> => {
    if (at === app) return client;
    const second = at.visitor();
    await succeeded(second.post('/api/login', { body: { username, password: client.password } }));
    second.forgetToken();
    return second;
  };
  places = await Promise.all(
    [app, node].map(async (at) => ({
      app: at,
      writer: await enter(at, writer, writing.username),
      reader: await enter(at, reader, reading.username),
      typist: await connectLiveClient({ url: at.url, cookie: writer.cookie }),
      screen: await connectLiveClient({ url: at.url, cookie: reader.cookie }),
    })),
  );
  for (const room of ['feed', 'events', 'ads-1']) await show(room);
}

function write(): void {
  it.each(Object.keys(ROWS) as (keyof typeof ROWS)[])('%s reaches both nodes from each', async (name) => {
    for (const place of places) {
      const from = screens().map(({ frames }) => frames.length);
      const match = await ROWS[name](place, `${name} ${written.length}`);
      written.push({ name, match, from });
      const received = () => screens().map((screen, at) => named(screen, name, from[at]).some(match));
      await expect.poll(received).toEqual([true, true]);
    }
  });
}

describe.skipIf(isWithoutRedis)('every push, on two nodes (needs redis-server)', () => {
  beforeAll(open);
  afterAll(() => close());

  describe('with Redis', write);

  describe('after Redis was killed and came back', () => {
    it('the clients of both nodes are asked to refetch, since pushes may have been lost', async () => {
      await redis?.kill();
      await redis?.start();
      const refetched = () => screens().map((screen) => named(screen, 'data-updated').some(has({ type: 'all' })));
      await expect.poll(refetched).toEqual([true, true]);
    });
    write();
  });

  it('each push is received once by each socket', async () => {
    // What was published before these has arrived with them.
    for (const place of places)
      for (const name of ['typing', 'new-message'] as const) {
        const from = screens().map(({ frames }) => frames.length);
        const match = await ROWS[name](place, `the last of ${written.length}`);
        written.push({ name, match, from });
        await expect
          .poll(() => screens().map((screen, at) => named(screen, name, from[at]).some(match)))
          .toEqual([true, true]);
      }
    const times = written.map(({ name, match, from }, index) => {
      const next = written.slice(index + 1).find((later) => later.name === name);
      return screens().map(({ frames }, at) => {
        const window = frames.slice(from[at], next?.from[at]);
        return `${name}: ${window.filter((frame) => frame.name === name && match(frame.payload)).length}`;
      });
    });
    expect(times).toEqual(written.map(({ name }) => [`${name}: 1`, `${name}: 1`]));
  });

  it('hello greets the new socket alone', async () => {
    const greetings: unknown[] = [];
    for (const { socket } of screens()) socket.on('hello', (push) => greetings.push(push));
    for (const { app, reader } of places) {
      const { hello, close: end } = await connectLiveClient({ url: app.url, cookie: reader.cookie });
      expect(hello).toMatchObject({ partyId: expect.any(String), cursor: expect.any(Number) });
      end();
    }
    expect(greetings).toEqual([]);
  });
});
