import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildBlock,
  buildConnection,
  buildCourse,
  buildEvent,
  buildUser,
  buildVerification,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { EventAttendee } from '../events/event-attendee.entity.ts';
import { Event } from '../events/event.entity.ts';
import { DirectoryListing } from '../students/directory-listing.entity.ts';
import { listSuggestions } from './connections.suggestions.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [app.visitor(), app.visitor()];
  await ana.signUp('student');
  await ben.signUp('teacher');
});

const WAITING_LOCKS = `select 1 from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;
const idOf = (client: TestClient) => client.user?.id ?? '';
const ask = (from: TestClient, to: TestClient | string, note?: string) =>
  from.post('/api/connections', {
    body: { connectedUserId: typeof to === 'string' ? to : idOf(to), ...(note !== undefined && { note }) },
  });
const idOfRequest = async (from: TestClient, to: TestClient) => String((await ask(from, to)).body['id']);
const count = async (client: TestClient) => (await client.get('/api/connections/count')).body;
/** Makes everything that is stored about earlier requests older. */
const turnBack = (interval: string) =>
  app.em().execute(
    `update past_connection_requests set declined_at = declined_at - interval '${interval}',
      withdrawn_at = withdrawn_at - interval '${interval}'`,
  );
const list = async (client: TestClient, query: string) =>
  (await client.get(`/api/connections?${query}`)).body as unknown as { id: string; user: { id: string } }[];

describe('a request', () => {
  it('is pending with its note on both sides until it is accepted', async () => {
    const requested = await ask(ana, ben, '  We met in Uppsala.  ');
    expect(requested.status).toBe(201);
    expect(requested.body).toMatchObject({
      status: 'pending',
      direction: 'sent',
      note: 'We met in Uppsala.',
      user: { id: idOf(ben) },
      mutualCount: 0,
    });
    expect(await list(ben, 'status=received')).toMatchObject([{ direction: 'received', user: { id: idOf(ana) } }]);
    expect([await count(ana), await count(ben)]).toEqual([
      { accepted: 0, received: 0, sent: 1 },
      { accepted: 0, received: 1, sent: 0 },
    ]);
    const accepted = await ben.patch(`/api/connections/${String(requested.body['id'])}`, {
      body: { status: 'accepted' },
    });
    expect(accepted.body).toMatchObject({ status: 'accepted', direction: 'received' });
    expect(await list(ana, 'status=accepted')).toMatchObject([{ user: { id: idOf(ben) } }]);
    expect([await count(ana), await count(ben)]).toEqual([
      { accepted: 1, received: 0, sent: 0 },
      { accepted: 1, received: 0, sent: 0 },
    ]);
  });

  it('of both at once connects them, once', async () => {
    const answers = await Promise.all([ask(ana, ben), ask(ben, ana)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    const rows = await app
      .em()
      .execute('select status from connections where ? in (user_id, connected_user_id)', [idOf(ana)]);
    expect(rows).toEqual([{ status: 'accepted' }]);
  });

  it('of both at once connects them once in any order, twenty times', async () => {
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const other = app.visitor();
        await other.signUp('student');
        // Each fetches its CSRF token, so that the pairs start together.
        await ask(other, other);
        return other;
      }),
    );
    await ask(ana, ana);
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    // A few pairs at a time: a slow machine refuses requests that wait too long for a connection to the database.
    for (let at = 0; at < others.length; at += 4) {
      const pairs = others.slice(at, at + 4).flatMap((other) => [ask(ana, other), ask(other, ana)]);
      answers.push(...(await Promise.all(pairs)));
    }
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const rows = await app.em().execute(
      `select status, count(*)::int as count from connections where ? in (user_id, connected_user_id)
          group by status`,
      [idOf(ana)],
    );
    expect(rows).toEqual([{ status: 'accepted', count: 20 }]);
    expect(await count(ana)).toEqual({ accepted: 20, received: 0, sent: 0 });
  });

  it('of both at once connects them once, in whichever case the ids are written', async () => {
    for (let times = 0; times < 5; times += 1) {
      const [one, two] = [app.visitor(), app.visitor()];
      await one.signUp('teacher');
      await two.signUp('teacher');
      const answers = await Promise.all([ask(one, idOf(two).toUpperCase()), ask(two, one)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    }
    expect((await ask(ana, idOf(ana).toUpperCase())).status).toBe(400);
    expect((await ana.put(`/api/users/${idOf(ana).toUpperCase()}/block`)).status).toBe(400);
  });

  it('that is concurrent with a block is ended by it, or not created', async () => {
    await ask(ana, ana);
    const waiting = await app.pool.connect();
    await waiting.query('begin');
    await waiting.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [idOf(ben), idOf(ana)]);
    await waiting.query(
      'select pg_advisory_xact_lock(hashtextextended(least($1::text, $2::text) || greatest($1::text, $2::text), 0))',
      [idOf(ana), idOf(ben)],
    );
    const requested = ask(ana, ben);
    await expect.poll(async () => (await app.pool.query(WAITING_LOCKS)).rowCount).toBe(1);
    await waiting.query('commit');
    waiting.release();
    expect((await requested).status).toBe(404);
    expect(
      await app.em().execute('select 1 from connections where ? in (user_id, connected_user_id)', [idOf(ana)]),
    ).toEqual([]);
  });

  it('that is concurrent with its response or its removal results in one row, which is pushed to both', async () => {
    await ask(ana, ana);
    await ask(ben, ben);
    const id = await idOfRequest(ana, ben);
    const [declined, back] = await Promise.all([
      ben.patch(`/api/connections/${id}`, { body: { status: 'rejected' } }),
      ask(ben, ana),
    ]);
    expect([`${declined.status} ${back.status}`]).toContain(declined.status === 200 ? '200 201' : '409 200');
    const [row] = await app
      .em()
      .execute<{ user_id: string; status: string }[]>(
        'select user_id, status from connections where ? in (user_id, connected_user_id)',
        [idOf(ana)],
      );
    expect(row).toEqual(
      declined.status === 200 ? { user_id: idOf(ben), status: 'pending' } : { user_id: idOf(ana), status: 'accepted' },
    );
  });

  it('is created once when sent repeatedly', async () => {
    // Fetches the CSRF token, so that the five do not each fetch one.
    await ask(ana, ana);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(ana, ben)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'EXISTS' });
  });

  it('is rejected for oneself, a creator, a blocked or unknown user, and a long note', async () => {
    const creator = await buildUser(app.em(), { role: 'creator' });
    const blocked = await buildUser(app.em());
    await buildBlock(app.em(), { blockerId: blocked.id, blockedId: idOf(ana) });
    expect((await ask(ana, ana)).body).toMatchObject({
      code: 'VALIDATION',
      errors: { connectedUserId: ['You cannot connect with yourself'] },
    });
    expect((await ask(ana, creator.id)).body).toMatchObject({ code: 'NOT_CONNECTABLE' });
    expect((await ask(ana, blocked.id)).status).toBe(404);
    expect((await ask(ana, '0190a7c2-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await ask(ana, ben, 'x'.repeat(301))).status).toBe(400);
  });

  it("is rejected by the addressee's settings, without or with mutual connections, but not when they have sent one themselves", async () => {
    await ben.patch('/api/privacy', { body: { whoCanConnect: 'connections' } });
    expect((await ask(ana, ben)).body).toMatchObject({ code: 'NOT_CONNECTABLE' });
    const friend = await buildUser(app.em());
    for (const userId of [idOf(ana), idOf(ben)])
      await buildConnection(app.em(), { userId, connectedUserId: friend.id });
    const { body } = await ask(ana, ben);
    expect(body).toMatchObject({ status: 'pending', mutualCount: 1 });
    await ana.delete(`/api/connections/${String(body['id'])}`);
    await ben.patch('/api/privacy', { body: { whoCanConnect: 'none' } });
    expect((await ask(ana, ben)).body).toMatchObject({ code: 'NOT_CONNECTABLE' });
    expect((await ask(ben, ana)).status).toBe(201);
    expect((await ask(ana, ben)).status).toBe(200);
  });

  it('that was declined can be repeated after 30 days, but its addressee can send one at once', async () => {
    const id = await idOfRequest(ana, ben);
    expect((await ben.patch(`/api/connections/${id}`, { body: { status: 'rejected' } })).body).toMatchObject({
      status: 'rejected',
    });
    expect((await ask(ana, ben)).body).toMatchObject({
      code: 'COOLDOWN',
      message: 'Your last request was declined. You can send another one in 30 days.',
    });
    expect(await list(ana, 'status=sent')).toEqual([]);
    await turnBack('31 days');
    expect((await ask(ana, ben)).status).toBe(201);
    const [again] = await list(ben, 'status=received');
    await ben.patch(`/api/connections/${again?.id ?? ''}`, { body: { status: 'rejected' } });
    expect((await ask(ben, ana)).status).toBe(201);
  });

  it('is one of at most 100 pending ones', async () => {
    for (let made = 0; made < 100; made += 1)
      await buildConnection(app.em(), {
        userId: idOf(ana),
        connectedUserId: (await buildUser(app.em())).id,
        status: 'pending',
      });
    expect((await ask(ana, ben)).body).toMatchObject({ code: 'PENDING_LIMIT' });
    const [last] = await list(ana, 'status=sent&limit=1');
    await ana.delete(`/api/connections/${last?.id ?? ''}`);
    const more = await Promise.all([ask(ana, ben), ask(ana, (await buildUser(app.em())).id)]);
    expect(more.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('can be sent 20 times an hour', async () => {
    const strict = await createTestApp({ limitFactor: 1 });
    try {
      const eager = strict.visitor();
      await eager.signUp('student');
      await strict.confirmEmail(eager);
      const statuses = [];
      for (let made = 0; made < 21; made += 1) {
        const { status, headers } = await ask(eager, (await buildUser(strict.em())).id);
        statuses.push(status);
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
      }
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    } finally {
      await strict.close();
    }
  });
});

describe('an answer', () => {
  it('can be given only by the addressee, and once', async () => {
    const id = await idOfRequest(ana, ben);
    const stranger = app.visitor();
    await stranger.signUp('student');
    const answer = (client: TestClient, status: string) => client.patch(`/api/connections/${id}`, { body: { status } });
    expect((await answer(ana, 'accepted')).status).toBe(403);
    expect((await answer(stranger, 'accepted')).status).toBe(404);
    expect((await answer(ben, 'pending')).status).toBe(400);
    const [one, other] = await Promise.all([answer(ben, 'accepted'), answer(ben, 'rejected')]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  });

  it('that ignores is silent: removed for the addressee, pending for the requester, and does not prevent connecting later', async () => {
    const id = await idOfRequest(ana, ben);
    expect((await ben.put(`/api/connections/${id}/ignore`)).status).toBe(204);
    expect(await list(ben, 'status=received')).toEqual([]);
    expect(await list(ana, 'status=sent')).toMatchObject([{ id }]);
    expect((await ask(ben, ana)).status).toBe(200);
  });
});

describe('a repeated request', () => {
  const notified = async (client: TestClient) =>
    (await client.get('/api/notifications')).body as unknown as { type: string; params: { excerpt: string | null } }[];

  it('is refused after a refusal also when a block has deleted the declined one', async () => {
    const id = await idOfRequest(ana, ben);
    await ben.patch(`/api/connections/${id}`, { body: { status: 'rejected' } });
    for (const side of [ana, ben]) {
      const other = side === ana ? ben : ana;
      await side.put(`/api/users/${idOf(other)}/block`);
      await side.delete(`/api/users/${idOf(other)}/block`);
      expect((await ask(ana, ben)).body).toMatchObject({ code: 'COOLDOWN' });
    }
    expect((await ask(ben, ana)).status).toBe(201);
  });

  it('is refused for a day after a withdrawal, with or without a block', async () => {
    await ana.delete(`/api/connections/${await idOfRequest(ana, ben)}`);
    const message = 'You withdrew your last request. You can send another one in 24 hours.';
    expect((await ask(ana, ben)).body).toMatchObject({ code: 'COOLDOWN', message });
    await turnBack('25 hours');
    expect((await ask(ana, ben)).status).toBe(201);
    await ana.put(`/api/users/${idOf(ben)}/block`);
    await ana.delete(`/api/users/${idOf(ben)}/block`);
    expect((await ask(ana, ben)).body).toMatchObject({ code: 'COOLDOWN', message });
    // The addressee's block is no withdrawal.
    expect((await ask(ben, ana)).status).toBe(201);
    await ana.put(`/api/users/${idOf(ben)}/block`);
    await ana.delete(`/api/users/${idOf(ben)}/block`);
    expect((await ask(ben, ana)).status).toBe(201);
  });

  it('stays ignored, and its requester gets the same responses as before', async () => {
    const twin = app.visitor();
    await twin.signUp('teacher');
    const same = (response: { status: number; body: unknown }) => {
      const text = JSON.stringify({ status: response.status, body: response.body });
      return text
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        .replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, 'time')
        .replaceAll(/"(?:fullName|username)":"[^"]*"/g, 'name');
    };
    /** The responses that the requester sees when the addressee ignores the request, or does nothing. */
    const run = async (addressee: TestClient, isIgnored: boolean) => {
      const seen = [];
      for (let round = 0; round < 3; round += 1) {
        const requested = await ask(ana, addressee, 'Unwanted');
        const id = String(requested.body['id']);
        if (isIgnored && round === 0) await addressee.put(`/api/connections/${id}/ignore`);
        const mine = (await list(ana, 'status=sent')).find(({ user }) => user.id === idOf(addressee));
        seen.push(
          same(requested),
          same({ status: 200, body: mine }),
          same({ status: 200, body: await count(ana) }),
          same(await ana.get(`/api/users/${idOf(addressee)}`)),
          same(await ana.delete(`/api/connections/${id}`)),
          same(await ask(ana, addressee)),
        );
        await turnBack('25 hours');
      }
      return seen;
    };
    const pending = await run(twin, false);
    const ignored = await run(ben, true);
    expect(ignored).toEqual(pending);
    expect(pending.filter((text) => text.includes('"status":201'))).toHaveLength(3);

    await ask(ana, ben, 'Unwanted');
    expect(await list(ben, 'status=received')).toEqual([]);
    expect(await count(ben)).toEqual({ accepted: 0, received: 0, sent: 0 });
    // The next notification of the addressee shows that none of the silent ones comes before it.
    const other = app.visitor();
    await other.signUp('teacher');
    await ask(other, ben, 'Welcome');
    await expect.poll(async () => (await notified(ben)).map(({ params }) => params.excerpt)).toContain('Welcome');
    expect((await notified(ben)).filter(({ params }) => params.excerpt === 'Unwanted').length).toBeLessThanOrEqual(1);
    // The addressee ends it by a request of their own.
    expect((await ask(ben, ana)).status).toBe(200);
    const between = `select 1 from past_connection_requests where user_id = $1 and connected_user_id = $2`;
    const stored = async (from: TestClient, to: TestClient) =>
      (await app.pool.query(between, [idOf(from), idOf(to)])).rowCount;
    await expect.poll(() => stored(ana, ben)).toBe(0);
    expect(await stored(ana, twin)).toBe(1);
  });

  it('shows its note to a student only once accepted', async () => {
    const id = String((await ask(ben, ana, 'Are you alone?')).body['id']);
    expect(await list(ana, 'status=received')).toMatchObject([{ note: null }]);
    expect(await list(ben, 'status=sent')).toMatchObject([{ note: 'Are you alone?' }]);
    await expect
      .poll(async () => (await notified(ana)).map(({ type, params }) => [type, params.excerpt]))
      .toEqual([['connection-request', null]]);
    const accepted = await ana.patch(`/api/connections/${id}`, { body: { status: 'accepted' } });
    expect(accepted.body).toMatchObject({ note: 'Are you alone?' });
  });
});

describe('an end', () => {
  it('is by withdrawal or removal, for both, and once', async () => {
    const id = await idOfRequest(ana, ben);
    expect((await ben.delete(`/api/connections/${id}`)).status).toBe(404);
    expect((await ana.delete(`/api/connections/${id}`)).status).toBe(204);
    expect((await ana.delete(`/api/connections/${id}`)).status).toBe(404);
    expect([await count(ana), await count(ben)]).toEqual([
      { accepted: 0, received: 0, sent: 0 },
      { accepted: 0, received: 0, sent: 0 },
    ]);
  });
});

describe('lists', () => {
  it('are keyset pages that can be searched, without blocked users', async () => {
    const known = [];
    for (const fullName of ['Åsa Berg', '100% Clara', 'Dov Levi']) {
      const user = await buildUser(app.em(), { fullName });
      known.push(user);
      await buildConnection(app.em(), { userId: user.id, connectedUserId: idOf(ana), status: 'accepted' });
    }
    const first = await ana.get('/api/connections?limit=2');
    expect((first.body as unknown as unknown[]).length).toBe(2);
    const rest = await ana.get(`/api/connections?limit=2&cursor=${first.headers.get('x-next-cursor') ?? ''}`);
    expect((rest.body as unknown as unknown[]).length).toBe(1);
    expect(await list(ana, `q=${encodeURIComponent('åsa')}`)).toMatchObject([{ user: { fullName: 'Åsa Berg' } }]);
    expect(await list(ana, `q=${encodeURIComponent('100%')}`)).toMatchObject([{ user: { fullName: '100% Clara' } }]);
    expect(await list(ana, 'role=teacher')).toEqual([]);
    await buildBlock(app.em(), { blockerId: idOf(ana), blockedId: known[0]?.id ?? '' });
    expect((await list(ana, 'status=accepted')).length).toBe(2);
    expect(await count(ana)).toMatchObject({ accepted: 2 });
  });
});

describe('suggestions', () => {
  /** Makes an institution that has confirmed an entry of each user. */
  const confirmAll = async (userIds: string[], status: 'confirmed' | 'pending' = 'confirmed') => {
    const school = await buildUser(app.em(), { role: 'institution', fullName: 'Northfield University' });
    const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
    for (const userId of userIds)
      await buildVerification(app.em(), { userId, institutionId: school.id, entry, status });
    return school;
  };

  it('name no student by an unconfirmed institution, a course or an event that anyone can join', async () => {
    const em = app.em();
    const at = { institution: 'Target School' };
    const [stranger, student] = [await buildUser(em, { ...at, role: 'teacher' }), await buildUser(em, at)];
    const course = await buildCourse(em);
    const event = await buildEvent(em);
    for (const userId of [stranger.id, student.id]) {
      em.create(Enrollment, { userId, courseId: course.id });
      em.create(EventAttendee, { userId, eventId: event.id });
    }
    await em.flush();
    await confirmAll([stranger.id, student.id], 'pending');
    const named = async () => (await listSuggestions(app.pool, stranger.id)).map(({ user }) => user.id);
    expect(await named()).toEqual([]);
    em.create(DirectoryListing, {
      userId: student.id,
      name: 'Listed',
      hasName: true,
      hasPhoto: false,
      hasCourses: false,
      hasMutuals: false,
    });
    await em.flush();
    expect(await named()).toEqual([student.id]);
    await em.execute('delete from directory_listings where user_id = ?', [student.id]);
    await confirmAll([stranger.id, student.id]);
    expect(await named()).toEqual([student.id]);
  });

  it('have exact reasons, exclude connections, and can be dismissed and restored', async () => {
    const friend = await buildUser(app.em(), { fullName: 'A Friend' });
    const stranger = await buildUser(app.em(), { fullName: 'A Friend of a Friend' });
    const classmate = await buildUser(app.em(), { fullName: 'A Classmate', role: 'teacher' });
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: friend.id, status: 'accepted' });
    await buildConnection(app.em(), { userId: stranger.id, connectedUserId: friend.id, status: 'accepted' });
    const course = await buildCourse(app.em(), { title: 'Algebra I' });
    const em = app.em();
    for (const userId of [idOf(ana), classmate.id]) em.create(Enrollment, { userId, courseId: course.id });
    await em.flush();
    const suggested = async () =>
      (await ana.get('/api/connections/suggestions')).body as unknown as {
        user: { id: string };
        reasons: unknown[];
        mutualCount: number;
      }[];
    expect(await suggested()).toMatchObject([
      {
        user: { id: stranger.id },
        mutualCount: 1,
        reasons: [{ type: 'mutuals', label: '1 mutual connection', ids: [friend.id] }],
      },
      {
        user: { id: classmate.id },
        mutualCount: 0,
        reasons: [{ type: 'course', label: 'Both in Algebra I', ids: [course.id] }],
      },
    ]);
    expect((await ana.put(`/api/connections/suggestions/${stranger.id}/dismiss`)).status).toBe(204);
    expect((await suggested()).map(({ user }) => user.id)).toEqual([classmate.id]);
    expect((await ana.delete(`/api/connections/suggestions/${stranger.id}/dismiss`)).status).toBe(204);
    expect((await suggested()).length).toBe(2);
    await ask(ana, stranger.id);
    expect((await suggested()).map(({ user }) => user.id)).toEqual([classmate.id]);
    expect((await ana.get(`/api/connections/mutual/${stranger.id}`)).body).toMatchObject([{ id: friend.id }]);
  });

  it('have reasons of all four kinds, and only those that are on', async () => {
    const em = app.em();
    const user = await buildUser(em);
    const twin = await buildUser(em);
    const school = await confirmAll([user.id, twin.id]);
    const [friend, gone, blocked] = [
      await buildUser(em),
      await buildUser(em, { deactivatedAt: new Date() }),
      await buildUser(em),
    ];
    for (const known of [friend, gone, blocked]) {
      await buildConnection(em, { userId: user.id, connectedUserId: known.id });
      await buildConnection(em, { userId: known.id, connectedUserId: twin.id });
    }
    await buildBlock(em, { blockerId: user.id, blockedId: blocked.id });
    const courses = [await buildCourse(em, { title: 'Botany' }), await buildCourse(em, { title: 'Algebra' })];
    const event = em.create(Event, {
      userId: friend.id,
      title: 'Open day',
      description: 'Come',
      date: new Date(),
      location: 'Hall',
    });
    for (const { id } of [user, twin]) {
      for (const course of courses) em.create(Enrollment, { userId: id, courseId: course.id });
      em.create(EventAttendee, { userId: id, eventId: event.id });
    }
    await em.flush();
    const [found, ...rest] = await listSuggestions(app.pool, user.id);
    expect(rest).toEqual([]);
    expect(found).toMatchObject({ user: { id: twin.id }, mutualCount: 1 });
    expect(found?.reasons).toEqual([
      { type: 'mutuals', label: '1 mutual connection', ids: [friend.id] },
      { type: 'institution', label: 'Also at Northfield University', ids: [] },
      { type: 'course', label: 'Both in Algebra and 1 more', ids: [courses[1]?.id, courses[0]?.id] },
      { type: 'event', label: 'Both signed up for Open day', ids: [event.id] },
    ]);
    const sources = ['mutuals', 'institution', 'course', 'event'] as const;
    const choose = async (userId: string, chosen: object, visible = {}) => {
      await app.em().execute('delete from privacy_settings where user_id = ?', [userId]);
      await app.em().execute(
        `insert into privacy_settings (id, user_id, suggestion_sources, field_visibility)
            values (gen_random_uuid(), ?, ?, ?)`,
        [userId, JSON.stringify(chosen), JSON.stringify(visible)],
      );
    };
    const types = async () =>
      (await listSuggestions(app.pool, user.id)).map(({ reasons }) => reasons.map((reason) => reason.type));
    // Each side can switch each source off; a source that is off suggests no one.
    for (const side of [user.id, twin.id]) {
      for (const source of sources) {
        await choose(side, { [source]: false });
        expect(await types()).toEqual([sources.filter((other) => other !== source)]);
      }
      await choose(side, Object.fromEntries(sources.map((source) => [source, false])));
      expect(await types()).toEqual([]);
      await choose(side, {});
    }
    await choose(twin.id, {}, { connections: 'me', learning: 'me', events: 'me' });
    await em.execute('update users set is_institution_public = false where id = ?', [twin.id]);
    expect(await types()).toEqual([]);
    await em.execute('update users set is_institution_public = true where id = ?', [twin.id]);
    await choose(twin.id, {}, { connections: 'me', learning: 'me', events: 'me', educationData: 'connections' });
    expect(await types()).toEqual([]);
    await choose(twin.id, {}, { connections: 'me', learning: 'me', events: 'me' });
    expect(await types()).toEqual([['institution']]);
    await buildBlock(em, { blockerId: school.id, blockedId: user.id });
    expect(await types()).toEqual([]);
  });

  it('exclude creators, closed and blocked accounts, pending requests, and users who accept no request', async () => {
    const em = app.em();
    const user = await buildUser(em);
    const [requested, blocked] = [await buildUser(em), await buildUser(em)];
    const creator = await buildUser(em, { role: 'creator' });
    const gone = await buildUser(em, { deactivatedAt: new Date() });
    await buildConnection(em, { userId: user.id, connectedUserId: requested.id, status: 'pending' });
    const [closed, mutualsOnly] = [await buildUser(em), await buildUser(em)];
    await confirmAll([user, requested, blocked, creator, gone, closed, mutualsOnly].map(({ id }) => id));
    for (const [who, reach] of [
      [closed, 'none'],
      [mutualsOnly, 'connections'],
    ] as const) {
      await em.execute('insert into privacy_settings (id, user_id, who_can_connect) values (gen_random_uuid(), ?, ?)', [
        who.id,
        reach,
      ]);
    }
    await buildBlock(em, { blockerId: blocked.id, blockedId: user.id });
    expect(await listSuggestions(app.pool, user.id)).toEqual([]);
  });
});
