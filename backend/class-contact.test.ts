import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBlock, buildCourse, buildVerification } from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

let app: TestApp;
let teacher: TestClient;
let learner: TestClient;
let other: TestClient;
let stranger: TestClient;
let courseId = '';

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [teacher, learner, other, stranger] = [app.visitor(), app.visitor(), app.visitor(), app.visitor()];
  await teacher.signUp('teacher');
  for (const client of [learner, other, stranger]) await client.signUp('student');
  courseId = (await buildCourse(app.em(), { userId: idOf(teacher), price: 0 })).id;
  for (const client of [learner, other]) await client.post(`/api/courses/${courseId}/enroll`);
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const stateOf = async (client: TestClient, peer: TestClient) =>
  (await client.get(`/api/messages/${idOf(peer)}/state`)).body;
const send = (from: TestClient, to: TestClient) =>
  from.post('/api/messages', { body: { receiverId: idOf(to), clientId: randomUUID(), content: 'A question' } });
const mayCall = async (client: TestClient, peer: TestClient) =>
  (await client.get(`/api/calls/eligibility/${idOf(peer)}`)).body['canCall'];

describe('messages in a class', () => {
  it('need no request between its author and a learner', async () => {
    expect(await stateOf(learner, teacher)).toMatchObject({ noWriting: null, isRequest: false });
    expect(await stateOf(teacher, learner)).toMatchObject({ noWriting: null, isRequest: false });
    expect((await send(teacher, learner)).status).toBe(201);
    expect((await learner.get('/api/messages')).body).toMatchObject([{ state: 'accepted', isRequestToMe: false }]);
    expect((await send(other, teacher)).status).toBe(201);
    expect((await teacher.get('/api/messages')).body).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
  });

  it('are no reason for learners to write to each other, nor for an author to write to others', async () => {
    expect(await stateOf(learner, other)).toMatchObject({ noWriting: 'NOT_ALLOWED' });
    expect(await stateOf(teacher, stranger)).toMatchObject({ noWriting: 'NOT_ALLOWED' });
    expect((await send(teacher, stranger)).status).toBe(403);
  });

  it('end with the enrollment, where none was written', async () => {
    await learner.delete(`/api/courses/${courseId}/enroll`);
    expect(await stateOf(teacher, learner)).toMatchObject({ noWriting: 'NOT_ALLOWED' });
    // A teacher is asked by everyone, with a request.
    expect(await stateOf(learner, teacher)).toMatchObject({ noWriting: null, isRequest: true });
  });

  it('go on after the enrollment only where the other has written', async () => {
    for (const client of [learner, other]) await send(teacher, client);
    await send(other, teacher);
    for (const client of [learner, other]) await client.delete(`/api/courses/${courseId}/enroll`);
    expect(await stateOf(teacher, learner)).toMatchObject({ noWriting: 'NOT_ALLOWED' });
    expect((await send(teacher, learner)).status).toBe(403);
    expect((await send(teacher, other)).status).toBe(201);
    expect((await send(learner, teacher)).status).toBe(201);
    expect((await send(teacher, learner)).status).toBe(201);
  });

  it('are none while the item is refunded', async () => {
    await app.pool.query('update enrollments set is_suspended = true where user_id = $1', [idOf(learner)]);
    expect(await stateOf(teacher, learner)).toMatchObject({ noWriting: 'NOT_ALLOWED' });
    expect(await mayCall(learner, teacher)).toBe(false);
  });

  it('do not accept a request that the author has declined', async () => {
    await send(stranger, teacher);
    expect((await teacher.post(`/api/messages/${idOf(stranger)}/decline`)).status).toBe(204);
    await stranger.post(`/api/courses/${courseId}/enroll`);
    expect(await stateOf(stranger, teacher)).toMatchObject({ noWriting: 'REQUEST_PENDING' });
    expect((await send(stranger, teacher)).status).toBe(409);
  });

  it('obey the setting "No one" and blocks', async () => {
    await learner.patch('/api/privacy', { body: { whoCanMessage: 'none' } });
    expect(await stateOf(teacher, learner)).toMatchObject({ noWriting: 'NOT_OPEN' });
    await buildBlock(app.em(), { blockerId: idOf(other), blockedId: idOf(teacher) });
    expect((await send(teacher, other)).status).toBe(404);
  });
});

describe('calls in a class', () => {
  it('go from a learner to the author, and back when the learner has written', async () => {
    expect(await mayCall(learner, teacher)).toBe(true);
    expect(await mayCall(learner, other)).toBe(false);
    expect(await mayCall(stranger, teacher)).toBe(false);
    expect(await mayCall(teacher, learner)).toBe(false);
    await send(teacher, learner);
    expect(await mayCall(teacher, learner)).toBe(false);
    await send(learner, teacher);
    expect(await mayCall(teacher, learner)).toBe(true);
  });

  it('need more than an unanswered message, whatever the learner allows', async () => {
    await learner.patch('/api/privacy', { body: { whoCanCall: 'everyone' } });
    await send(teacher, learner);
    expect(await mayCall(teacher, learner)).toBe(false);
    await send(learner, teacher);
    expect(await mayCall(teacher, learner)).toBe(true);
  });

  it('go back when the learner has called', async () => {
    await app.pool.query(
      `insert into calls (id, caller_id, callee_id, type, end_reason, route, created_at, ended_at)
        values (gen_random_uuid(), $1, $2, 'voice', 'no-answer', 'relay', now(), now())`,
      [idOf(learner), idOf(teacher)],
    );
    expect(await mayCall(teacher, learner)).toBe(true);
    expect(await mayCall(teacher, other)).toBe(false);
  });

  it('go back where one institution has confirmed both', async () => {
    const school = app.visitor();
    await school.signUp('institution');
    for (const client of [teacher, learner])
      await buildVerification(app.em(), {
        userId: idOf(client),
        institutionId: idOf(school),
        entry: { kind: 'education', place: 'School', what: 'Biology', start: '2024-09', end: null },
        status: 'confirmed',
      });
    expect(await mayCall(teacher, learner)).toBe(true);
  });

  it('end with the enrollment, and obey the setting "No one"', async () => {
    await other.delete(`/api/courses/${courseId}/enroll`);
    expect(await mayCall(other, teacher)).toBe(false);
    await teacher.patch('/api/privacy', { body: { whoCanCall: 'none' } });
    expect(await mayCall(learner, teacher)).toBe(false);
  });

  it('are none with creators', async () => {
    const creator = app.visitor();
    await creator.signUp('creator');
    const { id } = await buildCourse(app.em(), { userId: idOf(creator), price: 0 });
    await learner.post(`/api/courses/${id}/enroll`);
    expect(await mayCall(learner, creator)).toBe(false);
    await send(learner, creator);
    expect(await mayCall(creator, learner)).not.toBe(true);
  });
});
