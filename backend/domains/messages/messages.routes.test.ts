import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/api/messages.ts';
import { buildBlock, buildConnection, buildEvent, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [app.visitor(), app.visitor()];
  await ana.signUp('student', { fullName: 'Ana Ruiz' });
  await ben.signUp('teacher', { fullName: 'Ben Adu' });
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const connect = () => buildConnection(app.em(), { userId: idOf(ana), connectedUserId: idOf(ben), status: 'accepted' });
const send = (from: TestClient, to: TestClient, words: string | Record<string, unknown>) =>
  from.post('/api/messages', {
    body: { receiverId: idOf(to), clientId: randomUUID(), ...(typeof words === 'string' ? { content: words } : words) },
  });
const thread = async (client: TestClient, other: TestClient, query = '') =>
  (await client.get(`/api/messages/${idOf(other)}${query}`)).body as unknown as MessageView[];
const state = async (client: TestClient, other: TestClient) =>
  (await client.get(`/api/messages/${idOf(other)}/state`)).body;
const list = async (client: TestClient, filter = 'all') =>
  (await client.get(`/api/messages?filter=${filter}`)).body as unknown as Record<string, unknown>[];

describe('a message', () => {
  beforeEach(() => connect());

  it('cannot name an event that a block hides', async () => {
    const host = await buildUser(app.em());
    const event = await buildEvent(app.em(), { userId: host.id, title: 'Hidden meeting' });
    const about = { content: 'Coming?', about: { type: 'event', id: event.id } };
    expect((await send(ana, ben, about)).body).toMatchObject({
      about: { title: 'Hidden meeting', date: event.date.toISOString(), isCancelled: false },
    });
    await app.pool.query(`update events set title = 'Moved meeting', state = 'cancelled' where id = $1`, [event.id]);
    expect((await thread(ben, ana))[0]).toMatchObject({
      about: { title: 'Moved meeting', isCancelled: true },
      call: null,
    });
    await buildBlock(app.em(), { blockerId: host.id, blockedId: idOf(ana) });
    expect((await send(ana, ben, about)).status).toBe(404);
  });

  it('gets the next sequence number, is visible to both, and counts as unread until read', async () => {
    expect((await send(ana, ben, ' one ')).body).toMatchObject({
      content: 'one',
      conversationSeq: 1,
      senderId: idOf(ana),
      receiverId: idOf(ben),
      read: false,
    });
    await send(ben, ana, 'two');
    await send(ana, ben, 'three');
    expect((await thread(ben, ana)).map(({ content, conversationSeq }) => [content, conversationSeq])).toEqual([
      ['three', 3],
      ['two', 2],
      ['one', 1],
    ]);
    expect((await thread(ben, ana, '?before=3&limit=1')).map(({ content }) => content)).toEqual(['two']);
    expect(await list(ben)).toMatchObject([
      { user: { id: idOf(ana) }, unreadCount: 2, lastMessage: { content: 'three' } },
    ]);
    expect((await ben.get('/api/messages/unread-count')).body).toEqual({
      total: 2,
      conversations: 1,
      requests: 0,
    });
    expect((await ben.get('/api/user')).body).toMatchObject({ unread: { messages: 2 } });
    expect((await ben.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 2 } })).body).toEqual({ read: 1 });
    expect((await ben.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 1 } })).body).toEqual({ read: 0 });
    expect((await ben.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 99 } })).body).toEqual({ read: 1 });
    expect(await list(ben, 'unread')).toEqual([]);
    expect(await state(ben, ana)).toMatchObject({ unreadCount: 0, readUpToSeq: 3 });
    expect(await state(ana, ben)).toMatchObject({ peerReadUpToSeq: 3 });
    expect((await thread(ana, ben)).filter(({ read }) => read)).toHaveLength(2);
  });

  it('is listed before, after and around a sequence number', async () => {
    for (const words of ['1', '2', '3', '4', '5', '6']) await send(ana, ben, words);
    const seqs = async (query: string) => (await thread(ben, ana, query)).map(({ conversationSeq }) => conversationSeq);
    expect(await seqs('?around=3&limit=4')).toEqual([5, 4, 3, 2]);
    expect(await seqs('?around=6&limit=4')).toEqual([6, 5]);
    expect(await seqs('?after=2&limit=2')).toEqual([4, 3]);
    expect(await seqs('?after=6')).toEqual([]);
    expect(await seqs('?before=3')).toEqual([2, 1]);
    const [third] = await thread(ben, ana, '?around=3&limit=1');
    await ben.delete(`/api/messages/item/${third?.id ?? ''}?for=me`);
    expect(await seqs('?around=3&limit=4')).toEqual([5, 4, 2, 1]);
    expect((await ben.get(`/api/messages/${idOf(ana)}?around=3&before=2`)).status).toBe(400);
  });

  it.each(['', ' ', '\u200b\u200b', '\u3164'])('cannot be %j, which is not visible', async (content) => {
    const { body } = await send(ana, ben, 'seen');
    expect((await send(ana, ben, content)).body).toMatchObject({ errors: { content: ['Write something first'] } });
    expect((await ana.patch(`/api/messages/item/${body['id'] as string}`, { body: { content } })).status).toBe(400);
  });

  it('is filtered in search by sender and attachment', async () => {
    await send(ana, ben, 'algebra by ana');
    await send(ben, ana, 'algebra by ben');
    const found = async (query: string) =>
      ((await ana.get(`/api/messages/search?q=algebra${query}`)).body as unknown as { message: MessageView }[]).map(
        ({ message }) => message.content,
      );
    expect(await found('&from=me')).toEqual(['algebra by ana']);
    expect(await found('&from=them')).toEqual(['algebra by ben']);
    expect(await found('&has=file')).toEqual([]);
    expect(await found('')).toHaveLength(2);
  });

  it('is stored once when sent repeatedly and concurrently; other content under its client id is rejected', async () => {
    const clientId = randomUUID();
    await ana.token();
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(ana, ben, { content: 'once', clientId })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(responses.map(({ body }) => body['id'])).size).toBe(1);
    expect((await send(ana, ben, { content: 'other words', clientId })).body).toMatchObject({
      code: 'CLIENT_ID_REUSED',
    });
    expect((await send(ben, ana, { content: 'the id is the sender’s own', clientId })).status).toBe(201);
    expect((await thread(ana, ben)).map(({ conversationSeq }) => conversationSeq)).toEqual([2, 1]);
  });

  it('gets gapless sequence numbers when both send concurrently', async () => {
    await Promise.all([ana.token(), ben.token()]);
    await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? send(ana, ben, `${i}`) : send(ben, ana, `${i}`))));
    expect((await thread(ana, ben)).map(({ conversationSeq }) => conversationSeq)).toEqual(
      Array.from({ length: 30 }, (_, i) => 30 - i),
    );
    const { rows } = await app.pool.query('select seq::int from user_log_entries where user_id = $1 order by seq', [
      idOf(ana),
    ]);
    expect(rows.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  });

  it('can be edited and deleted by its sender for 15 minutes, and hidden by each participant', async () => {
    const { id } = (await send(ana, ben, 'first')).body;
    expect((await ben.patch(`/api/messages/item/${String(id)}`, { body: { content: 'mine' } })).body).toMatchObject({
      code: 'NOT_OWNER',
    });
    expect((await ana.patch(`/api/messages/item/${String(id)}`, { body: { content: 'second' } })).body).toMatchObject({
      content: 'second',
      editedAt: expect.any(String) as string,
    });
    expect((await send(ben, ana, { content: 'a reply', replyToId: id })).body).toMatchObject({
      replyTo: { id, content: 'second', isDeleted: false },
    });
    expect((await ana.delete(`/api/messages/item/${String(id)}?for=all`)).status).toBe(204);
    expect((await ana.delete(`/api/messages/item/${String(id)}?for=all`)).status).toBe(204);
    expect(
      (await thread(ben, ana)).map(({ content, deletedAt, replyTo }) => [
        content,
        deletedAt !== null,
        replyTo?.isDeleted,
      ]),
    ).toEqual([
      ['a reply', false, true],
      ['', true, undefined],
    ]);
    expect((await ben.get('/api/messages/unread-count')).body).toMatchObject({ total: 0 });
    await ben.delete(`/api/messages/item/${String(id)}?for=me`);
    expect([await thread(ben, ana), await thread(ana, ben)].map((messages) => messages.length)).toEqual([1, 2]);
    const old = (await send(ana, ben, 'long ago')).body;
    await app.pool.query(`update messages set created_at = now() - interval '16 minutes' where id = $1`, [old['id']]);
    expect((await ana.patch(`/api/messages/item/${String(old['id'])}`, { body: { content: 'x' } })).body).toMatchObject(
      { code: 'TOO_OLD' },
    );
    expect((await ana.delete(`/api/messages/item/${String(old['id'])}?for=all`)).body).toMatchObject({
      code: 'TOO_OLD',
    });
  });

  it.each([
    ['no content', { content: '  ' }, 400],
    ['too much content', { content: 'x'.repeat(5_001) }, 400],
    ['an unknown field', { senderId: randomUUID() }, 400],
    ['no client id', { clientId: undefined }, 400],
    ['an unknown file', { fileId: randomUUID() }, 404],
    ['a reply to an unknown message', { replyToId: randomUUID() }, 404],
    ['an unknown subject', { about: { type: 'course', id: randomUUID() } }, 404],
    ['an unknown receiver', { receiverId: randomUUID() }, 404],
  ])('is rejected with %s', async (_case, more, status) => {
    expect((await send(ana, ben, { content: 'words', ...more })).status).toBe(status);
    expect(await thread(ana, ben)).toEqual([]);
  });

  it('is found only in the conversations of the viewer', async () => {
    await send(ana, ben, 'The beetle collection is in room five');
    const cat = app.visitor();
    await cat.signUp('teacher');
    const found = async (client: TestClient, query: string) =>
      (await client.get(`/api/messages/search?q=${encodeURIComponent(query)}`)).body as unknown as object[];
    expect(await found(ben, 'beetle coll')).toMatchObject([
      { user: { id: idOf(ana) }, message: { conversationSeq: 1 } },
    ]);
    expect(await found(ben, 'beetle butterfly')).toEqual([]);
    expect(await found(ben, "!!! ' | & ( :*")).toEqual([]);
    expect(await found(cat, 'beetle')).toEqual([]);
  });

  it('shows no read receipts when one of the two has turned them off', async () => {
    await ben.patch('/api/privacy', { body: { readReceipts: false } });
    await send(ana, ben, 'secret reader');
    await ben.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 1 } });
    expect(await thread(ana, ben)).toMatchObject([{ read: false }]);
    expect(await state(ana, ben)).toMatchObject({ peerReadUpToSeq: null });
    expect((await ben.get('/api/messages/unread-count')).body).toMatchObject({ total: 0 });
    const { rows } = await app.pool.query(
      `select 1 from user_log_entries where user_id = $1 and kind = 'message-read'`,
      [idOf(ana)],
    );
    expect(rows).toEqual([]);
  });
});

describe('a member who accepts messages from no one', () => {
  const close = () => ben.patch('/api/privacy', { body: { whoCanMessage: 'none' } });
  const canMessage = async () => (await ana.get(`/api/users/${idOf(ben)}`)).body['viewer'];

  it('gets no new conversation, not even from a connection, as the profile says', async () => {
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: idOf(ben) });
    expect(await canMessage()).toMatchObject({ canMessage: true });
    await close();
    expect(await canMessage()).toMatchObject({ canMessage: false });
    expect(await state(ana, ben)).toMatchObject({ id: null, noWriting: 'NOT_OPEN' });
    expect((await send(ana, ben, 'hello')).body).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await send(ben, ana, 'I may write first')).status).toBe(201);
    expect((await send(ana, ben, 'and you may answer')).status).toBe(201);
  });

  it('goes on with accepted conversations', async () => {
    await send(ana, ben, 'May I ask something?');
    await send(ben, ana, 'Of course');
    await close();
    expect((await send(ana, ben, 'Thank you')).status).toBe(201);
    expect(await state(ana, ben)).toMatchObject({ noWriting: null });
    expect(await canMessage()).toMatchObject({ canMessage: true });
  });

  it('does not open the request that a connection sent before', async () => {
    await send(ana, ben, 'hello');
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: idOf(ben) });
    await close();
    expect((await send(ana, ben, 'hello?')).body).toMatchObject({ code: 'REQUEST_PENDING' });
  });
});

describe('a user without a connection', () => {
  it('must connect with a student first', async () => {
    expect(await state(ben, ana)).toMatchObject({ id: null, noWriting: 'NOT_ALLOWED' });
    expect((await send(ben, ana, 'hello')).body).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('sends one request, which a reply accepts', async () => {
    expect(await state(ana, ben)).toMatchObject({ id: null, noWriting: null, isRequest: true });
    const clientId = randomUUID();
    expect((await send(ana, ben, { content: 'May I ask something?', clientId })).status).toBe(201);
    expect((await send(ana, ben, { content: 'May I ask something?', clientId })).status).toBe(200);
    expect((await send(ana, ben, 'And another')).body).toMatchObject({ code: 'REQUEST_PENDING' });
    expect([await list(ben), await list(ben, 'requests')]).toMatchObject([
      [],
      [{ isRequestToMe: true, user: { id: idOf(ana) } }],
    ]);
    expect((await ben.get('/api/messages/unread-count')).body).toEqual({
      total: 0,
      conversations: 0,
      requests: 1,
    });
    await send(ben, ana, 'Of course');
    expect((await send(ana, ben, 'Thank you')).status).toBe(201);
    expect(await list(ben)).toMatchObject([{ state: 'accepted', isRequestToMe: false }]);
  });

  it('gets read receipts of a request only once it is accepted', async () => {
    await send(ana, ben, 'May I ask something?');
    const receipts = async () => {
      const { rows } = await app.pool.query(
        `select 1 from user_log_entries where user_id = $1 and kind = 'message-read'`,
        [idOf(ana)],
      );
      const [message] = await thread(ana, ben, '?before=2');
      const { peerReadUpToSeq } = await state(ana, ben);
      return { pushes: rows.length, isRead: message?.read, peerReadUpToSeq };
    };
    const none = { pushes: 0, isRead: false, peerReadUpToSeq: null };
    expect((await ben.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 1 } })).body).toEqual({ read: 1 });
    expect(await receipts()).toEqual(none);
    expect(await thread(ben, ana)).toMatchObject([{ read: true }]);
    await ben.post(`/api/messages/${idOf(ana)}/decline`);
    expect(await receipts()).toEqual(none);
    await send(ben, ana, 'Now you may');
    expect(await receipts()).toEqual({ pushes: 0, isRead: true, peerReadUpToSeq: 1 });
  });

  it('sees a declined request as pending', async () => {
    await send(ana, ben, 'hello');
    expect((await ben.post(`/api/messages/${idOf(ana)}/decline`)).status).toBe(204);
    expect((await ben.post(`/api/messages/${idOf(ana)}/decline`)).body).toMatchObject({ code: 'ALREADY_ANSWERED' });
    expect([await list(ben), await list(ben, 'requests')]).toEqual([[], []]);
    expect(await state(ana, ben)).toMatchObject({ state: 'pending', noWriting: 'REQUEST_PENDING' });
    expect((await send(ana, ben, 'hello?')).body).toMatchObject({ code: 'REQUEST_PENDING' });
  });

  it('gets one accepted conversation when both write first concurrently', async () => {
    const cat = app.visitor();
    await cat.signUp('teacher');
    await Promise.all([ben.token(), cat.token()]);
    const responses = await Promise.all([send(ben, cat, 'hi'), send(cat, ben, 'hi')]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(await list(cat)).toMatchObject([{ state: 'accepted', lastMessage: { conversationSeq: 2 } }]);
  });
});

describe('a conversation', () => {
  beforeEach(async () => {
    await connect();
    await send(ana, ben, 'hello');
  });

  it('is pinned, muted, archived and set as unread per participant; a new message unarchives it', async () => {
    const set = (body: object) => ben.patch(`/api/messages/${idOf(ana)}/state`, { body });
    expect((await set({ pinned: true, muted: true, archived: true })).body).toMatchObject({
      pinned: true,
      muted: true,
      archived: true,
      markedUnread: false,
    });
    expect([await list(ben), await list(ben, 'archived'), await list(ana)]).toMatchObject([
      [],
      [{ pinned: true }],
      [{ pinned: false }],
    ]);
    await send(ana, ben, 'again');
    expect(await list(ben)).toMatchObject([{ archived: false, pinned: true }]);
    const { body: unread } = await ben.get('/api/messages/unread-count');
    expect(unread, 'a muted conversation is not counted').toMatchObject({ total: 2, conversations: 0 });
    await ben.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 2 } });
    await set({ markedUnread: true });
    expect(await list(ben, 'unread')).toHaveLength(1);
    await ben.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 2 } });
    expect(await list(ben, 'unread')).toEqual([]);
  });

  it('is hidden from both while one blocks the other, and visible again afterwards', async () => {
    await buildBlock(app.em(), { blockerId: idOf(ana), blockedId: idOf(ben) });
    for (const [client, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      expect(await list(client)).toEqual([]);
      expect((await client.get(`/api/messages/${idOf(other)}`)).status).toBe(404);
      expect((await send(client, other, 'hello?')).status).toBe(404);
      expect((await client.get('/api/messages/search?q=hello')).body).toEqual([]);
    }
    await ana.delete(`/api/users/${idOf(ben)}/block`);
    expect(await thread(ben, ana)).toHaveLength(1);
  });

  it('stays readable by its own id when the other account is deleted', async () => {
    const [{ id }] = (await list(ben)) as [{ id: string }];
    await app.pool.query('delete from users where id = $1', [idOf(ana)]);
    expect(await list(ben)).toMatchObject([
      { id, user: null, noWriting: 'NOT_ALLOWED', lastMessage: { content: 'hello', senderId: null } },
    ]);
    expect((await ben.get(`/api/messages/${id}`)).body).toHaveLength(1);
    expect((await ben.put(`/api/messages/${id}/read`, { body: { upToSeq: 1 } })).status).toBe(200);
  });

  it('is listed in pages, pinned ones first', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        const other = app.visitor();
        await other.signUp('teacher', { fullName: `Other ${i}` });
        await buildConnection(app.em(), { userId: idOf(ben), connectedUserId: idOf(other), status: 'accepted' });
        await send(other, ben, `from ${i}`);
        return other;
      }),
    );
    await ben.patch(`/api/messages/${idOf(ana)}/state`, { body: { pinned: true } });
    const seen: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ben.get(`/api/messages?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...(page.body as unknown as { user: { id: string } }[]).map(({ user }) => user.id));
      cursor = page.headers.get('X-Next-Cursor');
    }
    expect(seen[0]).toBe(idOf(ana));
    expect(seen.slice(1).toSorted()).toEqual(others.map(idOf).toSorted());
  });
});
