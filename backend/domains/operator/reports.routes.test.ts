import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildBlock,
  buildComment,
  buildCourse,
  buildEvent,
  buildFile,
  buildMessage,
  buildPost,
  buildUser,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import type { Message } from '../messages/message.entity.ts';
import type { ReportSnapshot } from './report.entity.ts';

let app: TestApp;
let reporter: TestClient;
let reporterId = '';

beforeAll(async () => {
  app = await createTestApp({ limitFactor: 3 });
  reporter = app.visitor();
  reporterId = (await reporter.signUp('student')).id;
});
afterAll(() => app.close());

const send = (body: object, key?: string) => reporter.post('/api/reports', { body, ...(key !== undefined && { key }) });
const rows = async (targetId: string) =>
  (
    await app.pool.query<{
      reason: string;
      note: string | null;
      snapshot: unknown;
      status: string;
      target_user_id: string;
    }>('select * from reports where target_id = $1', [targetId])
  ).rows;

describe('POST /api/reports', () => {
  it('stores a report with a copy of its target, once while it is open', async () => {
    const post = await buildPost(app.em(), { content: 'Buy now' });
    const body = { targetType: 'post', targetId: post.id, reason: 'spam', note: 'again and again' };
    const first = await send(body);
    expect(first.status).toBe(202);
    expect((await send({ ...body, reason: 'hate' })).body['id']).toBe(first.body['id']);
    expect(await rows(post.id)).toMatchObject([
      {
        reason: 'spam',
        note: 'again and again',
        status: 'open',
        target_user_id: post.userId,
        snapshot: { text: 'Buy now', imageUrl: null },
      },
    ]);
  });

  it('accepts comments and users', async () => {
    const comment = await buildComment(app.em(), { content: 'You fool' });
    const person = await buildUser(app.em(), { fullName: 'Nora Field', bio: 'I am someone else' });
    expect((await send({ targetType: 'comment', targetId: comment.id, reason: 'harassment' })).status).toBe(202);
    expect((await send({ targetType: 'user', targetId: person.id, reason: 'impersonation' })).status).toBe(202);
    expect(await rows(comment.id)).toMatchObject([{ target_user_id: comment.userId, snapshot: { text: 'You fool' } }]);
    expect(await rows(person.id)).toMatchObject([
      { snapshot: { text: `Nora Field (@${person.username})\nI am someone else` } },
    ]);
  });

  it('rejects a target that is the reporter’s own, hidden or deleted', async () => {
    const own = await buildPost(app.em(), { userId: reporter.user?.id ?? '' });
    expect((await send({ targetType: 'post', targetId: own.id, reason: 'spam' })).status).toBe(400);
    expect((await send({ targetType: 'user', targetId: reporter.user?.id, reason: 'spam' })).status).toBe(400);
    const hidden = await buildPost(app.em());
    await buildBlock(app.em(), { blockerId: hidden.userId, blockedId: reporter.user?.id ?? '' });
    expect((await send({ targetType: 'post', targetId: hidden.id, reason: 'spam' })).status).toBe(404);
    const [blocking, unknown] = [
      await send({ targetType: 'user', targetId: hidden.userId, reason: 'spam' }),
      await send({ targetType: 'user', targetId: hidden.id, reason: 'spam' }),
    ];
    expect([blocking.status, blocking.body['message']]).toEqual([404, unknown.body['message']]);
    const gone = await buildUser(app.em(), { deactivatedAt: new Date() });
    expect((await send({ targetType: 'user', targetId: gone.id, reason: 'spam' })).status).toBe(404);
  });

  it('requires a note for another reason', async () => {
    const post = await buildPost(app.em());
    const answer = await send({ targetType: 'post', targetId: post.id, reason: 'other', note: ' ' });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { note: ['Describe in a few words what is wrong'] } },
    });
    expect((await send({ targetType: 'lesson', targetId: post.id, reason: 'spam' })).status).toBe(400);
  });

  it('accepts an event with what the reporter sees of it', async () => {
    const event = await buildEvent(app.em(), { isVirtual: true, joinUrl: 'https://join.example.test/1' });
    expect((await send({ targetType: 'event', targetId: event.id, reason: 'spam' })).status).toBe(202);
    expect(await rows(event.id)).toMatchObject([
      { target_user_id: event.userId, snapshot: { text: 'Study table\nBring one question.\nGroup room 2' } },
    ]);
    const own = await buildEvent(app.em(), { userId: reporterId });
    expect((await send({ targetType: 'event', targetId: own.id, reason: 'spam' })).status).toBe(400);
    const hidden = await buildEvent(app.em());
    await buildBlock(app.em(), { blockerId: hidden.userId, blockedId: reporterId });
    expect((await send({ targetType: 'event', targetId: hidden.id, reason: 'spam' })).status).toBe(404);
  });
});

describe('reports about items', () => {
  it('copy its texts and its cover, also for creators', async () => {
    const author = await buildUser(app.em(), { role: 'teacher' });
    const { id: imageFileId } = await buildFile(app.em(), { ownerId: author.id, purpose: 'course-image' });
    const course = await buildCourse(app.em(), { userId: author.id, imageFileId });
    const body = { targetType: 'course', targetId: course.id, reason: 'rights' };
    const creator = app.visitor();
    await creator.signUp('creator');
    for (const client of [reporter, creator]) expect((await client.post('/api/reports', { body })).status).toBe(202);
    const snapshot = {
      text: 'Statistics from the ground up\nTen short lessons.',
      imageUrl: `/api/files/${imageFileId}`,
    };
    expect(await rows(course.id)).toMatchObject([
      { target_user_id: author.id, snapshot },
      { target_user_id: author.id, snapshot },
    ]);
    const draft = await buildCourse(app.em(), { status: 'draft' });
    expect((await send({ ...body, targetId: draft.id })).status).toBe(404);
    const own = await buildCourse(app.em(), { userId: reporterId });
    expect((await send({ ...body, targetId: own.id })).status).toBe(400);
  });
});

describe('reports about messages', () => {
  /** A conversation of the reporter with a new member, whose messages are named by their texts. */
  async function converse(texts: readonly string[]) {
    const peer = await buildUser(app.em());
    const messages: Message[] = [];
    for (const content of texts) {
      const [senderId, receiverId] = content.startsWith('own') ? [reporterId, peer.id] : [peer.id, reporterId];
      messages.push(await buildMessage(app.em(), { senderId, receiverId, content }));
    }
    const [conversationId = ''] = messages.map((message) => message.conversationId);
    const idOf = (text: string) => messages.find(({ content }) => content === text)?.id ?? '';
    return { peer, conversationId, idOf };
  }
  const textsOf = async (targetId: string) =>
    (await rows(targetId)).map(({ snapshot }) => (snapshot as ReportSnapshot).messages?.map(({ text }) => text));
  const aMessage = (targetId: string) => ({ targetType: 'message', targetId, reason: 'harassment' });
  const aConversation = (targetId: string) => ({ targetType: 'conversation', targetId, reason: 'harassment' });

  it('copies the message and the five before it, also those that the reporter has hidden or edited', async () => {
    const { peer, idOf } = await converse(['too old', 'own 2', 'hidden', '3', 'gone', '4', '5', 'bad', 'later']);
    await reporter.patch(`/api/messages/item/${idOf('own 2')}`, { body: { content: 'own, edited' } });
    await reporter.delete(`/api/messages/item/${idOf('hidden')}?for=me`);
    await app.pool.query(`update messages set content = '', deleted_at = now() where id = $1`, [idOf('gone')]);
    await app.pool.query(`update messages set file_name = 'bad.png' where id = $1`, [idOf('bad')]);
    const first = await send(aMessage(idOf('bad')));
    expect(first).toMatchObject({ status: 202, body: { id: expect.any(String) } });
    const messages = [
      { text: 'own, edited', isOwn: true, at: expect.stringMatching(/Z$/), editedAt: expect.stringMatching(/Z$/) },
      { text: 'hidden', isOwn: false, isHidden: true, editedAt: null },
      { text: '3', isHidden: false },
      { text: '4' },
      { text: '5' },
    ];
    const snapshot = { text: 'bad\nFile: bad.png', imageUrl: null, editedAt: null, messages, deletedForBoth: 1 };
    expect(await rows(idOf('bad'))).toMatchObject([{ target_user_id: peer.id, snapshot }]);
    const texts = (await reporter.get(`/api/messages/${peer.id}`)).body as unknown as { content: string }[];
    expect(texts.map(({ content }) => content)).not.toContain('hidden');
    // Deleted for both afterwards: the report keeps its copy, and a repeat changes nothing.
    await app.pool.query(`update messages set content = '', deleted_at = now() where id = $1`, [idOf('5')]);
    expect((await send({ ...aMessage(idOf('bad')), note: 'again' })).body).toEqual(first.body);
    expect(await textsOf(idOf('bad'))).toEqual([['own, edited', 'hidden', '3', '4', '5']]);
    expect(Object.keys(first.body)).toEqual(['id']);
  });

  it('copies the last five of a conversation, also of a request', async () => {
    const { peer, conversationId } = await converse(['0', 'own 1', '2', '3', '4', '5']);
    await app.pool.query(`update conversations set state = 'pending', requested_by = $2 where id = $1`, [
      conversationId,
      peer.id,
    ]);
    expect((await send(aConversation(conversationId))).status).toBe(202);
    expect(await rows(conversationId)).toMatchObject([{ target_user_id: peer.id, snapshot: { text: '' } }]);
    expect(await textsOf(conversationId)).toEqual([['own 1', '2', '3', '4', '5']]);
  });

  it('rejects own, deleted and hidden messages, and those of others', async () => {
    const { peer, conversationId, idOf } = await converse(['own', 'deleted', 'hidden', 'theirs']);
    expect((await send(aMessage(idOf('own')))).status).toBe(400);
    await app.pool.query(`update messages set content = '', deleted_at = now() where id = $1`, [idOf('deleted')]);
    expect((await send(aMessage(idOf('deleted')))).status).toBe(404);
    await reporter.delete(`/api/messages/item/${idOf('hidden')}?for=me`);
    expect((await send(aMessage(idOf('hidden')))).status).toBe(404);
    // A conversation has one id; that of the other member names it only in addresses.
    expect((await send(aConversation(peer.id))).status).toBe(404);
    const stranger = app.visitor();
    await stranger.signUp('student');
    for (const body of [aMessage(idOf('theirs')), aConversation(conversationId)])
      expect((await stranger.post('/api/reports', { body })).status).toBe(404);
    expect(await rows(conversationId)).toEqual([]);
  });

  it.each(['blocked the reporter', 'closed the account'])('accepts those of a member who has %s', async (what) => {
    const { peer, conversationId, idOf } = await converse(['own 1', 'threat', 'deleted', 'hidden']);
    await reporter.delete(`/api/messages/item/${idOf('hidden')}?for=me`);
    await app.pool.query(`update messages set content = '', deleted_at = now() where id = $1`, [idOf('deleted')]);
    if (what === 'closed the account')
      await app.pool.query('update users set deactivated_at = now() where id = $1', [peer.id]);
    else await buildBlock(app.em(), { blockerId: peer.id, blockedId: reporterId });
    const aUser = (targetId: string) => ({ targetType: 'user', targetId, reason: 'harassment' });
    const stranger = app.visitor();
    await stranger.signUp('student');
    for (const body of [aMessage(idOf('threat')), aConversation(conversationId), aUser(peer.id)]) {
      expect((await send(body)).status).toBe(202);
      expect(await rows(body.targetId)).toMatchObject([{ target_user_id: peer.id }]);
      if (body.targetType !== 'user' || what === 'closed the account')
        expect((await stranger.post('/api/reports', { body })).status).toBe(404);
    }
    expect(await textsOf(conversationId)).toEqual([['own 1', 'threat', 'hidden']]);
    const messages = [{ text: 'own 1' }, { text: 'threat' }, { text: 'hidden', isHidden: true }];
    const text = `${peer.fullName} (@${peer.username})`;
    expect(await rows(peer.id)).toMatchObject([{ snapshot: { text, messages, deletedForBoth: 1 } }]);
    for (const text of ['deleted', 'hidden']) expect((await send(aMessage(idOf(text)))).status).toBe(404);
    if (what === 'closed the account') return;
    // Only reports can name them.
    for (const id of [peer.id, conversationId]) expect((await reporter.get(`/api/messages/${id}`)).status).toBe(404);
  });

  it('rejects messages of a deleted account', async () => {
    const { peer, conversationId, idOf } = await converse(['left']);
    await app.pool.query('update messages set sender_id = null where id = $1', [idOf('left')]);
    await app.pool.query(
      `update conversations set low_id = nullif(low_id, $2), high_id = nullif(high_id, $2) where id = $1`,
      [conversationId, peer.id],
    );
    expect((await send(aMessage(idOf('left')))).status).toBe(404);
    expect((await send(aConversation(conversationId))).status).toBe(404);
  });
});

it('limits the reports of an hour', async () => {
  const post = await buildPost(app.em());
  let status = 202;
  for (let sent = 0; sent < 60 && status !== 429; sent += 1)
    ({ status } = await send({ targetType: 'post', targetId: post.id, reason: 'spam' }));
  expect(status).toBe(429);
});
