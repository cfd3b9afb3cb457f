import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import {
  buildAdvertisement,
  buildBlock,
  buildComment,
  buildConnection,
  buildCourse,
  buildEvent,
  buildMessage,
  buildPost,
} from '../testing/builders.ts';
import { enterLive, receivedBy, type LiveUser } from '../testing/live-user.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { connectLiveClient, type LiveClient } from '../testing/two-clients.ts';

/** Part of everything an attacker sends; no other client may receive it, and no row may contain it. */
const MARK = 'spoofed-by-a-client';
/** Presence pushes of users who connect and disconnect come from the server. */
const OWN_WORDS: ReadonlySet<string> = new Set(['presence']);

/** Every name that a client emits, and names that only the server sends. */
const UP = [
  'join-room',
  'leave-room',
  'join-rooms',
  'leave-rooms',
  'message',
  'post-update',
  'post-create',
  'course-update',
  'course-create',
  'profile-update',
  'new-message',
  'event-update',
  'event-create',
  'advertisement-update',
  'advertisement-create',
  'new-comment',
  'connection-update',
  'connection-create',
  'incoming-call-received',
  'incoming-call',
  'call-accepted',
  'call-rejected',
  'call-busy',
  'call-ended',
  'call-signal',
  'call-alive',
  'call-away',
  'call-sync',
  'typing',
  'presence',
] as const;
const DOWN = [
  'post-updated',
  'post-created',
  'post-deleted',
  'course-updated',
  'course-created',
  'course-deleted',
  'profile-updated',
  'message-read',
  'event-created',
  'event-updated',
  'advertisement-created',
  'comment-deleted',
  'connection-created',
  'connection-updated',
  'connection-deleted',
  'message-updated',
  'data-updated',
  'notification',
  'connection-count',
  'hello',
  'no-such-event',
  '__proto__',
  'constructor',
] as const;

let app: TestApp;
/** The victim, and a user connected to her. */
let ana: LiveUser;
let friend: LiveUser;
/** Ids of Ana's records. */
let records: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp();
  // Only connections can message a student.
  [ana, friend] = await Promise.all([enterLive(app), enterLive(app)]);
  const userId = ana.id;
  const connection = await buildConnection(app.em(), {
    userId: friend.id,
    connectedUserId: userId,
    status: 'accepted',
  });
  const pending = await buildConnection(app.em(), {
    userId,
    connectedUserId: (await enterLive(app)).id,
    status: 'pending',
  });
  const post = await buildPost(app.em(), { userId });
  const message = await buildMessage(app.em(), { senderId: userId, receiverId: friend.id });
  records = {
    userId,
    connection: connection.id,
    pending: pending.id,
    post: post.id,
    message: message.id,
    conversation: message.conversationId,
    comment: (await buildComment(app.em(), { userId, postId: post.id })).id,
    event: (await buildEvent(app.em(), { userId })).id,
    course: (await buildCourse(app.em(), { userId })).id,
    advertisement: (await buildAdvertisement(app.em(), { userId })).id,
  };
  ana.live.frames.length = 0;
  friend.live.frames.length = 0;
});
afterAll(() => app.close());

/** Returns valid arguments that refer to Ana's records. */
function foreign(name: string): unknown[] {
  const { userId, post, comment, course, event, advertisement, pending, message, conversation } = records as Record<
    string,
    string
  >;
  if (name === 'join-room' || name === 'leave-room') return [`user-${userId}`];
  if (name === 'join-rooms' || name === 'leave-rooms') return [[`user-${userId}`]];
  if (name === 'message') return [`user-${userId}`, { clientId: randomUUID(), content: MARK }];
  if (/^(?:incoming-)?call/.test(name)) return [foreignCall(name)];
  if (name === 'presence') return [{ state: 'away', userId }];
  if (name === 'typing') return [{ conversationId: conversation }];
  const ids: Record<string, string | undefined> = {
    post,
    course,
    event,
    advertisement,
    connection: pending,
    profile: userId,
  };
  const id =
    name === 'new-message' ? message : name === 'new-comment' ? comment : (ids[name.split('-')[0] ?? ''] ?? post);
  return [
    {
      id,
      content: MARK,
      title: MARK,
      status: 'accepted',
    },
  ];
}

/** Returns what an intent of calls contains when it names a call of Ana and her friend. */
function foreignCall(name: string): Record<string, unknown> {
  const callId = records['post'];
  if (name === 'call-sync' || name === 'call-away') return { callId };
  if (name === 'call-alive') return { callId, isReceiving: true };
  return {
    callerId: ana.id,
    calleeId: friend.id,
    callId,
    ...(name === 'incoming-call' && { callerName: MARK, callType: 'video' }),
    ...(['call-accepted', 'call-rejected'].includes(name) && { calleeName: MARK }),
    ...(name === 'call-signal' && { signal: { type: 'offer', sdp: MARK } }),
  };
}

/** Arguments of the wrong shape. */
const MALFORMED: [string, (name: string) => unknown[]][] = [
  [
    'fields that are not its own',
    (name) =>
      foreign(name).map((arg) =>
        typeof arg === 'object' ? { ...arg, senderId: records['userId'], room: 'members', to: '*', html: MARK } : arg,
      ),
  ],
  ['lists and wildcards', () => [['*', 'members', `user-${records['userId']}`], [MARK]]],
  ['wrong types', () => [{ id: { $ne: MARK }, conversationId: 7, clientId: [MARK], content: { MARK } }]],
  ['nothing', () => []],
  ['words', () => [MARK, MARK, MARK]],
];
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

function sendRaw(client: LiveClient, data: string | Buffer): void {
  const engine = client.socket.io.engine as unknown as { write(data: string | Buffer): void };
  engine.write(data);
}

/** Returns everything that a client could try to change, as one text. */
async function stateOfRows(): Promise<string> {
  const tables = [
    'posts',
    'comments',
    'events',
    'event_attendees',
    'advertisements',
    'connections',
    'conversations',
    'messages',
    'notifications',
    'user_log_entries',
    'courses',
    'blocks',
  ];
  const hashes = await Promise.all(
    tables.map(
      async (table) =>
        (
          await app.pool.query<{ hash: string }>(
            `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t`,
          )
        ).rows[0]?.hash,
    ),
  );
  const { rows } = await app.pool.query('select full_name, role, bio from users where id = $1', [records['userId']]);
  return JSON.stringify([hashes, rows]);
}

const foreignFrames = () => [ana, friend].flatMap(({ live }) => live.frames.filter(({ name }) => !OWN_WORDS.has(name)));

/** Checks after each test that no one has received anything, nothing has changed, and the server responds. */
async function expectNothing(before: string): Promise<void> {
  expect(await friend.live.ask('join-room', `user-${friend.id}`)).toEqual({ ok: true });
  expect(foreignFrames()).toEqual([]);
  expect(JSON.stringify([ana.live.frames, friend.live.frames])).not.toContain(MARK);
  expect([ana.live.socket.connected, friend.live.socket.connected]).toEqual([true, true]);
  expect(await stateOfRows()).toBe(before);
}

const ATTACKERS: [string, () => Promise<LiveUser>][] = [
  ['a stranger', () => enterLive(app, { role: 'teacher' })],
  ['an institution', () => enterLive(app, { role: 'institution' as Role })],
  ['a creator', () => enterLive(app, { role: 'creator' })],
  [
    'a blocked user',
    async () => {
      const person = await enterLive(app);
      await buildBlock(app.em(), { blockerId: ana.id, blockedId: person.id });
      return person;
    },
  ],
];

describe.each(ATTACKERS)('%s', (_who, enter) => {
  it('has no effect with any intent, valid or malformed', async () => {
    const person = await enter();
    const before = await stateOfRows();
    for (const name of [...UP, ...DOWN]) {
      const live = await connectLiveClient({ url: app.url, cookie: person.http.cookie });
      const isKnown = UP.some((known) => known === name);
      const acknowledged = isKnown ? await live.ask(name, ...foreign(name)) : { ok: false };
      expect([name, acknowledged.ok]).toEqual([name, false]);
      // Every name is known: the server rejects the access, not the name. The rooms of users are never in a list.
      if (isKnown && name !== 'presence' && !name.endsWith('-rooms'))
        expect([name, acknowledged]).not.toEqual([name, { ok: false, code: 'INVALID' }]);
      live.socket.emit(name, ...foreign(name));
      for (const [, make] of MALFORMED) live.socket.emit(name, ...make(name));
      sendRaw(live, `2["${name}",${nested(5_000)}]`);
      live.socket.emit(name, {
        id: records['post'],
        content: MARK,
        padding: 'x'.repeat(SOCKET_LIMITS.frameMaxBytes - 1_000),
      });
      // The last strike or the oversized frame disconnects the socket, and nothing else.
      live.socket.emit(name, Buffer.from(MARK));
      await live.cut();
    }
    await expectNothing(before);
  });
});

it('a participant can use only their own rights', async () => {
  const before = await stateOfRows();
  const friendsOwn = await connectLiveClient({ url: app.url, cookie: friend.http.cookie });
  for (const name of UP) {
    if (name === 'message' || name === 'presence') continue;
    await friendsOwn.ask(name, ...foreign(name));
  }
  await expect.poll(() => receivedBy(ana, 'typing').length).toBe(1);
  expect(Object.keys(receivedBy(ana, 'typing')[0] ?? {}).toSorted()).toEqual(['at', 'conversationId', 'userId']);
  expect(receivedBy(ana, 'typing')).toMatchObject([{ userId: friend.id, conversationId: records['conversation'] }]);
  ana.live.frames.length = 0;
  friendsOwn.close();
  await expectNothing(before);
});

it('a message reaches the other participant once, as the server has stored it', async () => {
  const clientId = randomUUID();
  const send = () => friend.live.ask('message', `user-${ana.id}`, { clientId, content: '<b>Hello</b>' });
  expect(await Promise.all([send(), send()])).toEqual([{ ok: true }, { ok: true }]);
  const { rows } = await app.pool.query<{ id: string }>('select id from messages where client_id = $1', [clientId]);
  expect(rows).toHaveLength(1);
  await expect.poll(() => receivedBy(ana, 'new-message').length).toBe(1);
  // The sender's device receives it too, at times later.
  await expect.poll(() => receivedBy(friend, 'new-message').length).toBe(1);
  expect(receivedBy(ana, 'new-message')).toMatchObject([
    { id: rows[0]?.id, senderId: friend.id, content: '<b>Hello</b>' },
  ]);
  // Reporting it afterwards sends nothing.
  expect(await friend.live.ask('new-message', { id: rows[0]?.id, content: MARK })).toEqual({ ok: true });
  expect(await friend.live.ask('join-room', `user-${friend.id}`)).toEqual({ ok: true });
  expect(receivedBy(ana, 'new-message')).toHaveLength(1);
  for (const { live } of [ana, friend]) live.frames.length = 0;
});

it('only users with access join and leave a room, one at a time', async () => {
  const stranger = await enterLive(app);
  const room = `post-${records['post']}`;
  expect(await stranger.live.ask('join-room', room)).toEqual({ ok: true });
  expect(await stranger.live.ask('leave-room', room)).toEqual({ ok: true });
  for (const own of [`user-${stranger.id}`, `call-${stranger.id}`])
    expect(await stranger.live.ask('leave-room', own)).toEqual({ ok: false, code: 'FORBIDDEN' });
  for (const other of [`call-${ana.id}`, `user-${ana.id}`])
    expect(await stranger.live.ask('join-room', other)).toEqual({ ok: false, code: 'FORBIDDEN' });
  for (const odd of [ana.live.socket.id, 'members'])
    expect(await stranger.live.ask('join-room', odd)).toEqual({ ok: false, code: 'INVALID' });
  // The fifth strike: rooms of other users count as well.
  stranger.live.socket.emit('join-room', '*');
  expect(await stranger.live.cut()).toBe('io server disconnect');
});

it('no one connects without a session, and a flood disconnects its sender', async () => {
  await expect(connectLiveClient({ url: app.url, cookie: '' })).rejects.toThrow();
  const stranger = await enterLive(app);
  const before = await stateOfRows();
  for (let times = 0; times < 500; times += 1)
    stranger.live.socket.emit('new-comment', { id: records['comment'], content: MARK });
  await stranger.live.cut();
  await expectNothing(before);
});
