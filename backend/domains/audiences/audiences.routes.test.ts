import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POST_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { buildBlock, buildConnection, buildCourse, buildVerification } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';
import { Course } from '../courses/course.entity.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { EventAttendee } from '../events/event-attendee.entity.ts';
import { postNotifications } from '../posts/posts.notifications.ts';
import { endAnswersOutside } from '../events/rsvp.service.ts';

let app: TestApp;
let author: TestClient;
let learner: TestClient;
let school: TestClient;
let stranger: TestClient;
let courseId = '';
const idOf = (client: TestClient) => client.user?.id ?? '';
const post = (client: TestClient, body: object) => client.post('/api/posts', { body: { content: 'Hello', ...body } });
const event = (client: TestClient, audience: object) =>
  client.post('/api/events', {
    body: {
      title: 'Lesson',
      description: '',
      date: new Date(Date.now() + 2 * DAY_MS).toISOString(),
      location: 'Hall',
      isVirtual: false,
      audience,
    },
  });
const idsIn = ({ body }: TestResponse): unknown[] => (body as { id: string }[]).map(({ id }) => id);
const ofClass = () => ({ type: 'course', id: courseId });
const ofSchool = () => ({ type: 'institution', id: idOf(school) });
const leave = (client: TestClient) =>
  app.em().execute('delete from enrollments where user_id = ? and course_id = ?', [idOf(client), courseId]);

async function confirm(client: TestClient, status: 'confirmed' | 'pending'): Promise<void> {
  const entry = { kind: 'experience' as const, place: 'Northfield', what: 'Teacher', start: '2020-09', end: null };
  await buildVerification(app.em(), { userId: idOf(client), institutionId: idOf(school), entry, status });
}

beforeAll(async () => {
  app = await createTestApp();
  [author, learner, school, stranger] = [app.visitor(), app.visitor(), app.visitor(), app.visitor()];
  await author.signUp('teacher');
  await learner.signUp('student');
  await school.signUp('institution');
  await stranger.signUp('teacher');
});
afterAll(() => app.close());
beforeEach(async () => {
  const em = app.em();
  courseId = (await buildCourse(em, { userId: idOf(author), title: 'Botany' })).id;
  em.create(Enrollment, { userId: idOf(learner), courseId });
  await em.flush();
});

describe('choosing an audience', () => {
  it('is open to all for everyone and for connections', async () => {
    expect((await post(stranger, {})).body['audience']).toEqual({ type: 'everyone', id: null, name: null });
    const { status, body } = await post(stranger, { audience: { type: 'connections' } });
    expect([status, body['audience']]).toEqual([201, { type: 'connections', id: null, name: null }]);
  });

  it.each([
    [{ type: 'connections', id: '0190a7c2-0000-7000-8000-000000000000' }],
    [{ type: 'course' }],
    [{ type: 'institution' }],
    [{ type: 'friends' }],
  ])('refuses %j', async (audience) => {
    expect((await post(stranger, { audience })).status).toBe(400);
    expect((await event(stranger, audience)).status).toBe(400);
  });

  it('of an institution is for itself and its confirmed teachers', async () => {
    const [teacher, claimant, student] = [app.visitor(), app.visitor(), app.visitor()];
    await teacher.signUp('teacher');
    await claimant.signUp('teacher');
    await student.signUp('student');
    await confirm(teacher, 'confirmed');
    await confirm(claimant, 'pending');
    await confirm(student, 'confirmed');
    for (const client of [school, teacher]) {
      expect((await post(client, { audience: ofSchool() })).status).toBe(201);
      expect((await event(client, ofSchool())).status).toBe(201);
    }
    for (const client of [claimant, student, stranger])
      for (const refused of [await post(client, { audience: ofSchool() }), await event(client, ofSchool())])
        expect([refused.status, refused.body['code']]).toEqual([403, 'NOT_ALLOWED']);
    expect((await post(stranger, { audience: { type: 'institution', id: idOf(author) } })).status).toBe(404);
  });

  it('of an institution that awaits approval is for no one', async () => {
    const waiting = app.visitor();
    await waiting.signUp('institution');
    await app.em().execute('update users set is_awaiting_approval = true where id = ?', [idOf(waiting)]);
    expect((await post(waiting, { audience: { type: 'institution', id: idOf(waiting) } })).status).toBe(404);
  });

  it('of a class is for the author of the item and its learners, who offer no event', async () => {
    for (const client of [author, learner])
      expect((await post(client, { audience: ofClass() })).body['audience']).toEqual({
        type: 'course',
        id: courseId,
        name: 'Botany',
      });
    expect((await event(author, ofClass())).status).toBe(201);
    expect((await event(learner, ofClass())).body['code']).toBe('NOT_OWNER');
    expect((await post(stranger, { audience: ofClass() })).body['code']).toBe('NOT_ENTITLED');
    const draft = await buildCourse(app.em(), { userId: idOf(author), status: 'draft' });
    expect((await post(stranger, { audience: { type: 'course', id: draft.id } })).status).toBe(404);
  });

  it('cannot be changed later', async () => {
    const { body } = await post(author, { audience: ofClass() });
    const change = { audience: { type: 'everyone' } };
    expect((await author.patch(`/api/posts/${String(body['id'])}`, { body: change })).status).toBe(400);
    const made = await event(author, ofClass());
    expect((await author.patch(`/api/events/${String(made.body['id'])}`, { body: change })).status).toBe(400);
  });

  it('lists what the member can choose', async () => {
    const open = [
      { type: 'everyone', id: null, name: null, canHost: true },
      { type: 'connections', id: null, name: null, canHost: true },
    ];
    const botany = { type: 'course', id: courseId, name: 'Botany' };
    expect((await learner.get('/api/audiences')).body[2]).toEqual({ ...botany, canHost: false });
    expect((await author.get('/api/audiences')).body[2]).toEqual({ ...botany, canHost: true });
    expect((await stranger.get('/api/audiences')).body).toEqual(open);
    const own = { ...ofSchool(), name: school.user?.fullName, canHost: true };
    expect((await school.get('/api/audiences')).body).toEqual([...open, own]);
  });
});

describe('an announcement', () => {
  const announce = (client: TestClient, audience: object = ofClass()) =>
    post(client, { audience, isAnnouncement: true });

  it('is first in the class, and notifies the learners once', async () => {
    const { status, body } = await announce(author);
    expect([status, body['isAnnouncement']]).toEqual([201, true]);
    const later = await post(learner, { audience: ofClass() });
    const first = await learner.get(`/api/posts?scope=course&courseId=${courseId}&limit=1`);
    expect(idsIn(first)).toEqual([body['id'], later.body['id']]);
    const notifications = async () =>
      (
        await app.pool.query(
          `select user_id, metadata from notifications where type = 'course-announcement'
        and source_id = $1`,
          [body['id']],
        )
      ).rows;
    await expect.poll(notifications).toEqual([{ user_id: idOf(learner), metadata: { courseTitle: 'Botany' } }]);
  });

  it('is prepared for the learners in parts', async () => {
    const { body } = await announce(author);
    await app.pool.query(
      `insert into users (id, username, email, full_name, role, password)
        select gen_random_uuid(), 'class-' || n, 'class-' || n || '@example.test', 'Learner', 'student', ''
          from generate_series(1, 1100) n`,
    );
    await app.pool.query(
      `insert into enrollments (id, user_id, course_id) select gen_random_uuid(), u.id, $1 from users u
        where u.username like 'class-%'`,
      [courseId],
    );
    const parts: number[] = [];
    const found = postNotifications['post-announced']?.(app.em(), { postId: String(body['id']), userId: idOf(author) });
    if (!found || !(Symbol.asyncIterator in found)) throw new Error('The rule returns no parts.');
    for await (const part of found) parts.push(part.length);
    expect(parts).toEqual([500, 500, 101]);
  });

  it('is written by the author of the item, at most once a day', async () => {
    expect((await announce(learner)).body['code']).toBe('NOT_OWNER');
    expect((await announce(author, { type: 'everyone' })).status).toBe(400);
    const both = await Promise.all([announce(author), announce(author)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await announce(author)).body).toMatchObject({ code: 'COOLDOWN' });
    const other = await buildCourse(app.em(), { userId: idOf(author) });
    expect((await announce(author, { type: 'course', id: other.id })).status).toBe(201);
    await app.em().execute(`update posts set created_at = now() - interval '25 hours' where course_id = ?`, [courseId]);
    expect((await announce(author)).status).toBe(201);
  });

  it('has a list of its own, for the class alone', async () => {
    const { body } = await announce(author);
    await post(learner, { audience: ofClass() });
    const path = `/api/posts?scope=announcements&courseId=${courseId}`;
    expect(idsIn(await learner.get(path))).toEqual([body['id']]);
    expect(idsIn(await author.get(path))).toEqual([body['id']]);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await learner.get('/api/posts?scope=announcements')).status).toBe(400);
    await leave(learner);
    expect((await learner.get(path)).status).toBe(404);
  });

  it('stays first on the first page alone', async () => {
    const { body } = await announce(author);
    for (let n = 0; n < 3; n += 1) await post(learner, { audience: ofClass() });
    const first = await learner.get(`/api/posts?scope=course&courseId=${courseId}&limit=2`);
    const cursor = first.headers.get('X-Next-Cursor') ?? '';
    const second = await learner.get(`/api/posts?scope=course&courseId=${courseId}&limit=2&cursor=${cursor}`);
    expect(idsIn(first)).toContain(body['id']);
    expect([idsIn(first).length, idsIn(second).length]).toEqual([3, 1]);
    expect(idsIn(second)).not.toContain(body['id']);
  });
});

describe('a pinned post', () => {
  const pin = (client: TestClient, id: unknown) => client.put(`/api/posts/${String(id)}/pin`);
  const unpin = (client: TestClient, id: unknown) => client.delete(`/api/posts/${String(id)}/pin`);
  const write = async (client: TestClient, fields: object = {}) =>
    (await post(client, { audience: ofClass(), ...fields })).body['id'];
  const feed = (more = '') => `/api/posts?scope=course&courseId=${courseId}${more}`;

  it('is above the announcements and all others, the last one first, and once', async () => {
    const announcement = await write(author, { isAnnouncement: true });
    const posts: unknown[] = [];
    for (let n = 0; n < 4; n += 1) posts.push(await write(n % 2 === 0 ? learner : author));
    const [first, second, third, fourth] = posts;
    expect((await pin(author, first)).body).toMatchObject({ id: first, isPinned: true });
    expect((await pin(author, second)).status).toBe(200);
    expect((await pin(author, first)).body).toMatchObject({ isPinned: true });
    expect(idsIn(await learner.get(feed()))).toEqual([second, first, announcement, fourth, third]);
    const page = await learner.get(feed('&limit=1'));
    expect(idsIn(page)).toEqual([second, first, announcement, fourth]);
    const cursor = page.headers.get('X-Next-Cursor') ?? '';
    expect(idsIn(await learner.get(feed(`&limit=1&cursor=${cursor}`)))).toEqual([third]);
    expect((await unpin(author, second)).body).toMatchObject({ id: second, isPinned: false });
    expect((await unpin(author, second)).status).toBe(200);
    expect(idsIn(await learner.get(feed()))).toEqual([first, announcement, fourth, third, second]);
  });

  it('is above the other announcements too when it is one', async () => {
    const first = await write(author, { isAnnouncement: true });
    await app.em().execute(`update posts set created_at = now() - interval '25 hours' where course_id = ?`, [courseId]);
    const second = await write(author, { isAnnouncement: true });
    await pin(author, await write(learner));
    const listed = async () => idsIn(await learner.get(`/api/posts?scope=announcements&courseId=${courseId}`));
    expect(await listed()).toEqual([second, first]);
    await pin(author, first);
    expect(await listed()).toEqual([first, second]);
  });

  it('is chosen by the author of the item alone, up to a number', async () => {
    const id = await write(learner);
    expect((await pin(learner, id)).body).toMatchObject({ code: 'NOT_OWNER' });
    expect((await pin(stranger, id)).status).toBe(404);
    const outside = (await post(author, {})).body['id'];
    expect((await pin(author, outside)).body).toMatchObject({ code: 'NOT_ALLOWED' });
    for (let n = 0; n < POST_LIMITS.pinnedItems; n += 1) await pin(author, await write(author));
    expect((await pin(author, id)).body).toMatchObject({ code: 'WRONG_STATE' });
    await leave(learner);
    expect((await unpin(learner, id)).status).toBe(404);
  });
});

describe('leaving a class', () => {
  it('hides it at once, also own posts, which can still be deleted', async () => {
    const { body } = await post(learner, { audience: ofClass() });
    const path = `/api/posts/${String(body['id'])}`;
    expect((await learner.get(path)).status).toBe(200);
    await leave(learner);
    expect((await learner.get(path)).status).toBe(404);
    expect((await learner.patch(path, { body: { content: 'Changed' } })).status).toBe(404);
    expect(idsIn(await learner.get('/api/posts?scope=mine'))).not.toContain(body['id']);
    expect((await author.get(path)).status).toBe(200);
    expect((await learner.delete(path)).status).toBe(204);
    expect((await author.get(path)).status).toBe(404);
  });

  it('ends with a block by the author, except for a purchase', async () => {
    const { body } = await post(author, { audience: ofClass() });
    const other = app.visitor();
    await other.signUp('student');
    const em = app.em();
    em.create(Enrollment, { userId: idOf(other), courseId, source: 'purchase' });
    await em.flush();
    const { body: byLearner } = await post(learner, { audience: ofClass() });
    await buildBlock(app.em(), { blockerId: idOf(author), blockedId: idOf(other) });
    expect((await other.get(`/api/posts/${String(body['id'])}`)).status).toBe(404);
    expect((await other.get(`/api/posts/${String(byLearner['id'])}`)).status).toBe(200);
    await app.em().execute(`update enrollments set source = 'free' where user_id = ?`, [idOf(other)]);
    expect((await other.get(`/api/posts/${String(byLearner['id'])}`)).status).toBe(404);
  });

  it('gives no seat to those who have left', async () => {
    const { body } = await event(author, ofClass());
    const eventId = String(body['id']);
    const next = app.visitor();
    await next.signUp('student');
    const em = app.em();
    em.create(Enrollment, { userId: idOf(next), courseId });
    em.create(EventAttendee, { userId: idOf(learner), eventId, status: 'waitlisted', waitingNumber: 1 });
    em.create(EventAttendee, { userId: idOf(next), eventId, status: 'waitlisted', waitingNumber: 2 });
    await em.flush();
    await leave(learner);
    expect((await author.patch(`/api/events/${eventId}`, { body: { capacity: 1 } })).status).toBe(200);
    expect((await next.get(`/api/events/${eventId}`)).body['viewer']).toMatchObject({ status: 'held' });
  });

  it('frees the seats of those who can no longer see the event', async () => {
    const member = app.visitor();
    await member.signUp('student');
    await confirm(member, 'confirmed');
    const connection = await buildConnection(app.em(), { userId: idOf(member), connectedUserId: idOf(school) });
    const made = [await event(school, ofSchool()), await event(school, { type: 'connections' })];
    const ids = made.map(({ body }) => String(body['id']));
    for (const id of ids)
      expect((await member.put(`/api/events/${id}/rsvp`, { body: { status: 'going' } })).body).toMatchObject({
        going: 1,
      });
    const claims = await school.get('/api/verifications?status=confirmed');
    const claim = (claims.body as { id: string; user: { id: string } }[]).find(({ user }) => user.id === idOf(member));
    const decided = await school.patch(`/api/verifications/${claim?.id}`, { body: { status: 'revoked' } });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    expect((await member.delete(`/api/connections/${connection.id}`)).status).toBe(204);
    for (const id of ids) {
      await expect.poll(async () => (await school.get(`/api/events/${id}`)).body['going']).toBe(0);
      expect((await member.get(`/api/events/${id}`)).status).toBe(404);
    }
  });

  it('frees the seat in an event of the class, whose answers nothing else of the item examines', async () => {
    const id = String((await event(author, ofClass())).body['id']);
    await learner.put(`/api/events/${id}/rsvp`, { body: { status: 'going' } });
    await app.em().nativeUpdate(Course, { id: courseId }, { enrollments: 1 });
    expect((await learner.delete(`/api/courses/${courseId}/enroll`)).status).toBe(204);
    await expect.poll(async () => (await author.get(`/api/events/${id}`)).body['going']).toBe(0);
    const names: string[] = [];
    endAnswersOutside({ on: (name) => names.push(name) }, () => app.em());
    expect(names.toSorted()).toEqual(['connection-deleted', 'enrollment-removed', 'verification-updated']);
  });

  it('is the end of its posts and events when the item is deleted', async () => {
    const { body } = await post(learner, { audience: ofClass() });
    const made = await event(author, ofClass());
    await app.em().execute('delete from courses where id = ?', [courseId]);
    expect((await author.get(`/api/posts/${String(body['id'])}`)).status).toBe(404);
    expect((await author.get(`/api/events/${String(made.body['id'])}`)).status).toBe(404);
  });
});

it('lets no event for a few be promoted to everyone', async () => {
  const { body } = await event(author, ofClass());
  const advertisement = { title: 'Come', description: 'Soon', section: 1, isDraft: true, eventId: body['id'] };
  expect((await author.post('/api/advertisements', { body: advertisement })).status).toBe(404);
});
