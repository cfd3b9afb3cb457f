import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationText } from '#shared/api/notification-texts.ts';
import type { NotificationView } from '#shared/api/notifications.ts';
import { describePlace } from '#shared/event-places.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { buildBlock, buildConnection, buildEvent, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestResponse, TestClient } from '../../testing/test-client.ts';
import { fillIndex } from '../search/search.documents.ts';
import { searchSources } from '../../search-documents.ts';
import { EVENTS_LIST } from './events.list.ts';
import { eventNotifications } from './events.notifications.ts';
import { remindOfEvents } from './events.reminders.ts';
import { passOnSeats } from './rsvp.service.ts';

let app: TestApp;
let host: TestClient;
let guest: TestClient;
let other: TestClient;
const idOf = (client: TestClient) => client.user?.id ?? '';
const inMs = (ms: number) => new Date(Date.now() + ms);
const answer = (client: TestClient, id: string, status = 'going') =>
  client.put(`/api/events/${id}/rsvp`, { body: { status } });
type BuiltEvent = Awaited<ReturnType<typeof buildEvent>>;
const rowsOf = ({ body }: TestResponse) => body as unknown as Record<string, unknown>[];
const ids = (list: TestResponse) => rowsOf(list).map((event) => event['id']);
const listEventNotifications = async (client: TestClient) =>
  ((await client.get('/api/notifications?category=events')).body as unknown as NotificationView[]).map((view) => ({
    title: notificationText(view).title,
    content: notificationText(view).content,
    path: view.path,
  }));

beforeAll(async () => {
  app = await createTestApp();
  [host, guest, other] = [app.visitor(), app.visitor(), app.visitor()];
  await host.signUp('teacher');
  await guest.signUp('student');
  await other.signUp('student');
});
afterAll(() => app.close());

const input = {
  title: 'Survey hour',
  description: 'Bring a plan.',
  date: inMs(2 * DAY_MS).toISOString(),
  location: '',
  isVirtual: true,
  joinUrl: 'https://meet.example/x',
  timezone: 'Europe/Berlin',
};

describe('creating', () => {
  it('returns the event, with its link only for the host', async () => {
    const { status, body } = await host.post('/api/events', { body: input });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Survey hour',
      capacity: null,
      state: 'scheduled',
      going: 0,
      hasJoinUrl: true,
      viewer: { isHost: true, joinUrl: 'https://meet.example/x' },
    });
    const fetched = await guest.get(`/api/events/${String(body['id'])}`);
    expect(JSON.stringify(fetched.body)).not.toContain('meet.example');
    const indexed = `select title from search_index where entity_type = 'event' and entity_id = $1`;
    await expect
      .poll(async () => (await app.pool.query(indexed, [body['id']])).rows)
      .toEqual([{ title: 'Survey hour' }]);
  });

  it('lets students give 30 seats and no more', async () => {
    expect((await guest.post('/api/events', { body: { ...input, capacity: 31 } })).body).toMatchObject({
      code: 'CAPACITY_ROLE',
      details: { field: 'capacity' },
    });
    expect((await guest.post('/api/events', { body: input })).body).toMatchObject({ capacity: 30 });
    expect((await guest.post('/api/events', { body: { ...input, capacity: 30 } })).status).toBe(201);
  });

  it.each([
    [{ date: inMs(-MINUTE_MS).toISOString() }, 'date'],
    [{ title: '  ' }, 'title'],
    [{ isVirtual: false }, 'location'],
    [{ joinUrl: 'http://meet.example' }, 'joinUrl'],
    [{ joinUrl: 'https://me:secret@meet.example' }, 'joinUrl'],
    [{ timezone: 'Nowhere/Else' }, 'timezone'],
    [{ capacity: 0 }, 'capacity'],
    [{ endsAt: input.date }, 'endsAt'],
    [{ endsAt: inMs(20 * DAY_MS).toISOString() }, 'endsAt'],
  ])('refuses %j', async (fields, field) => {
    const { status, body } = await host.post('/api/events', { body: { ...input, ...fields } });
    expect(status).toBe(400);
    expect(body['errors']).toHaveProperty(field);
  });
});

describe('lists', () => {
  it('lists upcoming, past and own events in pages', async () => {
    const institution = await buildUser(app.em(), { role: 'institution' });
    const make = async (title: string, ms: number, fields = {}) =>
      (await buildEvent(app.em(), { userId: institution.id, title: `Tern ${title}`, date: inMs(ms), ...fields })).id;
    const over = await make('over', -3 * HOUR_MS);
    const going = await make('under way', -30 * MINUTE_MS);
    const long = await make('long', -2 * DAY_MS, { endsAt: inMs(DAY_MS) });
    const next = await make('next', 3 * HOUR_MS, { isVirtual: true });
    const later = await make('later', 9 * DAY_MS);
    const gone = await make('gone', 10 * DAY_MS, { state: 'cancelled' });
    await fillIndex(app.em(), searchSources);
    const list = (query: string) => guest.get(`/api/events?q=tern&${query}`);

    expect(ids(await list('when=upcoming'))).toEqual([long, going, next, later]);
    expect(ids(await list('when=past'))).toEqual([over]);
    expect(ids(await list('when=upcoming&virtual=true'))).toEqual([next]);
    expect(ids(await guest.get(`/api/events?q=${encodeURIComponent(institution.fullName)}&when=past`))).toEqual([over]);
    expect(
      ids(
        await list(
          `from=${encodeURIComponent(inMs(-DAY_MS).toISOString())}&to=${encodeURIComponent(inMs(DAY_MS).toISOString())}`,
        ),
      ),
    ).toEqual([over, going, next]);
    await answer(guest, later);
    await app
      .em()
      .execute(`insert into event_attendees (event_id, user_id) values (?, ?), (?, ?)`, [
        gone,
        idOf(guest),
        over,
        idOf(guest),
      ]);
    expect(ids(await list('when=mine'))).toEqual([later, gone]);

    const first = await list('when=upcoming&limit=3');
    expect(ids(first)).toEqual([long, going, next]);
    expect(ids(await list(`when=upcoming&limit=3&cursor=${first.headers.get('X-Next-Cursor') ?? ''}`))).toEqual([
      later,
      gone,
    ]);
  });

  it('reads a page by an index', async () => {
    for (let n = 0; n < 20; n += 1) await buildUser(app.em(), { role: 'teacher' });
    await app.pool.query(
      `insert into events (id, user_id, title, description, date, location)
        select gen_random_uuid(), u.id, 'Many', '', now() + n * interval '1 hour', 'Hall' from users u cross
          join generate_series(200, 600) n where u.role = 'teacher'`,
    );
    await app.runAsOwner('analyze');
    const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${EVENTS_LIST.any.text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const index of ['events_everyone_list', 'events_connections_list', 'events_group_list'])
      expect(plan).toMatch(new RegExp(`Index Scan using ${index}`));
    expect(plan).not.toMatch(/Seq Scan on events/);
    await app.pool.query(`delete from events where title = 'Many'`);
  });
});

/** Answers as the app does: a server that is too busy is asked again. */
async function answerSurely(client: TestClient, id: string): Promise<TestResponse> {
  const response = await answer(client, id);
  return response.status === 503 ? answerSurely(client, id) : response;
}

describe('seats', () => {
  it('never exceeds the capacity, with 50 concurrent answers', async () => {
    const { id } = await buildEvent(app.em(), { userId: idOf(host), capacity: 7 });
    const crowd: { client: TestClient; person: { id: string } }[] = [];
    while (crowd.length < 50) {
      const client = app.visitor();
      crowd.push({ client, person: await client.signUp('student') });
    }
    const answers = await Promise.all(crowd.map(({ client }) => answerSurely(client, id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const statuses = answers.map(({ body }) => String(body['status']));
    expect(statuses.filter((status) => status === 'going')).toHaveLength(7);
    expect(
      answers
        .filter(({ body }) => body['position'] !== null)
        .map(({ body }) => Number(body['position']))
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 43 }, (_, i) => i + 1));
    expect((await host.get(`/api/events/${id}`)).body).toMatchObject({ going: 7, waitlisted: 43, capacity: 7 });

    const leavers = crowd.filter((_, i) => statuses[i] === 'going').slice(0, 3);
    await Promise.all(leavers.map(({ client }) => client.delete(`/api/events/${id}/rsvp`)));
    expect((await host.get(`/api/events/${id}`)).body).toMatchObject({ going: 4, held: 3, waitlisted: 40 });
    const firstThree = answers.flatMap(({ body }, i) =>
      Number(body['position']) >= 1 && Number(body['position']) <= 3 ? [crowd[i]?.person.id] : [],
    );
    const { rows } = await app.pool.query(
      `select user_id from event_attendees where event_id = $1 and status = 'held' and user_id = any($2)`,
      [id, firstThree],
    );
    expect(rows).toHaveLength(3);
    // All confirm while everyone else answers again.
    await Promise.all(
      crowd
        .filter(({ client }) => !leavers.some((leaver) => leaver.client === client))
        .map(({ client }) => answerSurely(client, id)),
    );
    expect((await host.get(`/api/events/${id}`)).body).toMatchObject({ going: 7, held: 0, waitlisted: 40 });
  });

  it('offers a free seat to the next user in line, who is notified and confirms it', async () => {
    const { id } = await buildEvent(app.em(), { userId: idOf(host), capacity: 1, title: 'One seat' });
    expect((await answer(guest, id)).body).toMatchObject({ status: 'going', going: 1 });
    expect((await answer(other, id)).body).toMatchObject({ status: 'waitlisted', position: 1, waitlisted: 1 });
    expect((await answer(other, id)).body).toMatchObject({ status: 'waitlisted', position: 1 });
    expect((await answer(guest, id, 'interested')).body).toMatchObject({
      status: 'interested',
      going: 0,
      held: 1,
      waitlisted: 0,
    });
    const { viewer } = (await other.get(`/api/events/${id}`)).body as {
      viewer: { status: string; position: number | null; heldUntil: string };
    };
    expect(viewer).toMatchObject({ status: 'held', position: null });
    expect(Math.abs(Date.parse(viewer.heldUntil) - inMs(DAY_MS).getTime())).toBeLessThan(MINUTE_MS);
    await expect
      .poll(() => listEventNotifications(other))
      .toContainEqual({ title: 'A seat is held for you', content: 'One seat', path: `/home?event=${id}` });
    const promoted = async () =>
      rowsOf(await other.get('/api/notifications?category=events')).find(
        ({ params }) => (params as { eventTitle?: string }).eventTitle === 'One seat',
      );
    expect(await promoted()).toMatchObject({
      canAnswer: true,
      params: { seat: 'free', eventTitle: 'One seat', heldUntil: viewer.heldUntil },
    });
    // An earlier answer whose domain event was delayed leaves the offer open.
    const delayed = { eventId: id, userId: idOf(other) };
    expect(await eventNotifications['event-answered']?.(app.em(), delayed)).toEqual([]);
    // The seat is taken: later answers join the waiting list.
    expect((await answer(guest, id)).body).toMatchObject({ status: 'waitlisted', position: 1 });
    expect((await answer(other, id)).body).toMatchObject({
      status: 'going',
      heldUntil: null,
      going: 1,
      held: 0,
      waitlisted: 1,
    });
    await expect.poll(promoted).toMatchObject({ canAnswer: false });
  });

  it('offers an unconfirmed seat to the next user in time, and holds none beyond the start', async () => {
    const { id } = await buildEvent(app.em(), {
      userId: idOf(host),
      capacity: 1,
      title: 'Passed on',
      date: inMs(3 * HOUR_MS),
    });
    const third = app.visitor();
    await third.signUp('student');
    for (const client of [guest, other, third]) await answer(client, id);
    await guest.delete(`/api/events/${id}/rsvp`);
    const standing = async (client: TestClient) =>
      (await client.get(`/api/events/${id}`)).body['viewer'] as { status: string | null; heldUntil: string | null };
    expect(Math.abs(Date.parse((await standing(other)).heldUntil ?? '') - inMs(3 * HOUR_MS).getTime())).toBeLessThan(
      MINUTE_MS,
    );
    await passOnSeats(app.em());
    expect(await standing(other)).toMatchObject({ status: 'held' });
    const earlier = inMs(2 * HOUR_MS).toISOString();
    await host.patch(`/api/events/${id}`, { body: { date: earlier } });
    expect(await standing(other)).toMatchObject({ status: 'held', heldUntil: earlier });
    await app.em().execute(
      `update event_attendees set held_until = now() - interval '1 second' where event_id = ?
          and held_until is not null`,
      [id],
    );
    await Promise.all([passOnSeats(app.em()), passOnSeats(app.em())]);
    expect(await standing(other)).toMatchObject({ status: 'interested', heldUntil: null });
    expect(await standing(third)).toMatchObject({ status: 'held' });
    await expect
      .poll(() => listEventNotifications(other))
      .toContainEqual({
        title: 'Your seat was offered to the next member in line',
        content: 'Passed on',
        path: `/home?event=${id}`,
      });
    // A user with a held seat can give it up; the waiting list is empty, so it is free.
    expect((await third.delete(`/api/events/${id}/rsvp`)).body).toMatchObject({
      status: null,
      going: 0,
      held: 0,
      waitlisted: 0,
    });
    // A seat of a past event is held for no one.
    await app.em().execute(
      `insert into event_attendees (event_id, user_id, status, held_until)
          values (?, ?, 'held', now() - interval '1 hour')`,
      [id, idOf(guest)],
    );
    await app.em().execute(`update events set date = now() - interval '2 hours' where id = ?`, [id]);
    await passOnSeats(app.em());
    expect(await standing(guest)).toMatchObject({ status: 'interested' });
  });

  it('shows a held seat to the host and to its user', async () => {
    const { id } = await buildEvent(app.em(), {
      userId: idOf(host),
      capacity: 1,
      isVirtual: true,
      joinUrl: 'https://meet.example/held',
      date: inMs(10 * MINUTE_MS),
    });
    const eager = app.visitor();
    await eager.signUp('teacher');
    await answer(eager, id);
    await answer(other, id);
    await eager.delete(`/api/events/${id}/rsvp`);
    const people = async (client: TestClient) =>
      rowsOf(await client.get(`/api/events/${id}/attendees`)).map(({ status }) => status);
    expect([await people(host), await people(other), await people(eager)]).toEqual([['held'], ['held'], []]);
    expect((await other.get(`/api/events/${id}`)).body['viewer']).toMatchObject({ joinUrl: null });
  });

  it('offers new seats to the waiting list, and removes none', async () => {
    const { id } = await buildEvent(app.em(), { userId: idOf(host), capacity: 1 });
    await answer(guest, id);
    await answer(other, id);
    expect((await host.patch(`/api/events/${id}`, { body: { capacity: 2 } })).body).toMatchObject({
      going: 1,
      held: 1,
      waitlisted: 0,
    });
    const less = await host.patch(`/api/events/${id}`, { body: { capacity: 1 } });
    expect(less.body['errors']).toEqual({ capacity: ['2 members already have a seat'] });
    expect((await host.patch(`/api/events/${id}`, { body: { capacity: null } })).body).toMatchObject({
      capacity: null,
      going: 2,
      held: 0,
    });
    const promoted = async () =>
      rowsOf(await other.get('/api/notifications?category=events')).find(
        ({ sourceId, type }) => sourceId === id && type === 'event-promoted',
      );
    await expect.poll(promoted).toMatchObject({ canAnswer: false });
  });

  it('rejects answers to past and cancelled events', async () => {
    const over = await buildEvent(app.em(), { date: inMs(-2 * HOUR_MS) });
    expect((await answer(guest, over.id)).body).toMatchObject({ code: 'PAST' });
    const cancelled = await buildEvent(app.em(), { userId: idOf(host) });
    await answer(guest, cancelled.id);
    expect((await host.delete(`/api/events/${cancelled.id}`)).status).toBe(204);
    expect((await host.delete(`/api/events/${cancelled.id}`)).status).toBe(204);
    expect((await answer(other, cancelled.id)).body).toMatchObject({ code: 'CANCELLED' });
    expect((await host.patch(`/api/events/${cancelled.id}`, { body: { title: 'x' } })).body).toMatchObject({
      code: 'CANCELLED',
    });
    expect((await guest.get(`/api/events/${cancelled.id}`)).body).toMatchObject({
      state: 'cancelled',
      viewer: { status: 'going' },
    });
    await expect
      .poll(() => listEventNotifications(guest))
      .toContainEqual({
        title: 'Event cancelled',
        content: expect.stringMatching(/^Study table: /),
        path: `/home?event=${cancelled.id}`,
      });
  });
});

describe('changes', () => {
  it('moves the end with the start and notifies the users who answered', async () => {
    const start = inMs(3 * DAY_MS);
    const { id } = await buildEvent(app.em(), {
      userId: idOf(host),
      title: 'Moved',
      date: start,
      endsAt: new Date(start.getTime() + 2 * HOUR_MS),
    });
    await answer(guest, id, 'interested');
    const later = new Date(start.getTime() + DAY_MS);
    const { body } = await host.patch(`/api/events/${id}`, { body: { date: later.toISOString() } });
    expect(body).toMatchObject({
      date: later.toISOString(),
      endsAt: new Date(later.getTime() + 2 * HOUR_MS).toISOString(),
    });
    await expect
      .poll(() => listEventNotifications(guest))
      .toContainEqual({
        title: 'Event updated',
        content: expect.stringMatching(/^Moved: /),
        path: `/home?event=${id}`,
      });
  });

  it("lists the viewer's other events at that time", async () => {
    const date = inMs(40 * DAY_MS);
    const one = await buildEvent(app.em(), { userId: idOf(host), title: 'One', date });
    const two = await buildEvent(app.em(), { date: new Date(date.getTime() + 30 * MINUTE_MS) });
    await answer(guest, one.id);
    expect((await guest.get(`/api/events/${two.id}`)).body['conflicts']).toEqual([
      { id: one.id, title: 'One', date: date.toISOString() },
    ]);
    expect((await other.get(`/api/events/${two.id}`)).body['conflicts']).toEqual([]);
  });

  it('shows the link from a quarter of an hour before, to attendees', async () => {
    const make = async (ms: number) => {
      const { id } = await buildEvent(app.em(), {
        userId: idOf(host),
        isVirtual: true,
        joinUrl: 'https://meet.example/secret',
        date: inMs(ms),
      });
      await answer(guest, id);
      await answer(other, id, 'interested');
      return id;
    };
    const soon = await make(14 * MINUTE_MS);
    const later = await make(16 * MINUTE_MS);
    expect((await guest.get(`/api/events/${soon}`)).body['viewer']).toMatchObject({
      joinUrl: 'https://meet.example/secret',
    });
    expect((await other.get(`/api/events/${soon}`)).body['viewer']).toMatchObject({ joinUrl: null, joinOpensAt: null });
    expect((await guest.get(`/api/events/${later}`)).body['viewer']).toMatchObject({
      joinUrl: null,
      joinOpensAt: expect.any(String),
    });
    for (const path of [`/api/events/${soon}`, `/api/events/${soon}.ics`, '/api/events?when=upcoming']) {
      expect(JSON.stringify((await other.get(path)).body)).not.toContain('secret');
    }
    expect(String((await guest.get(`/api/events/${soon}.ics`)).body)).not.toContain('secret');
  });
});

describe('people', () => {
  it('shows all to the host, and to others the users who allow it', async () => {
    const { id } = await buildEvent(app.em(), { userId: idOf(host) });
    await answer(guest, id);
    await answer(other, id);
    const names = async (client: TestClient) =>
      rowsOf(await client.get(`/api/events/${id}/attendees`)).map((one) => (one['user'] as { id: string }).id);
    expect(await names(host)).toEqual([idOf(guest), idOf(other)]);
    // By default, connections of students see the events that they go to.
    expect(await names(guest)).toEqual([idOf(guest)]);
    await buildConnection(app.em(), { userId: idOf(guest), connectedUserId: idOf(other) });
    expect(await names(guest)).toEqual([idOf(guest), idOf(other)]);
    await other.patch('/api/privacy', { body: { fieldVisibility: { events: 'me' } } });
    expect(await names(guest)).toEqual([idOf(guest)]);
    expect(await names(host)).toEqual([idOf(guest), idOf(other)]);
  });

  it('hides both sides of a block from each other', async () => {
    const blocked = app.visitor();
    await blocked.signUp('student');
    const { id } = await buildEvent(app.em(), { userId: idOf(host), title: 'Hidden meeting', capacity: 1 });
    await answer(guest, id);
    await answer(blocked, id);
    await fillIndex(app.em(), searchSources);
    expect(ids(await blocked.get('/api/events?q=Hidden'))).toEqual([id]);
    await buildBlock(app.em(), { blockerId: idOf(host), blockedId: idOf(blocked) });
    expect((await blocked.get(`/api/events/${id}`)).status).toBe(404);
    expect(ids(await blocked.get('/api/events?q=Hidden'))).toEqual([]);
    expect((await host.get(`/api/events/${id}/attendees`)).body).toHaveLength(1);
    // Nor do they get a seat.
    await guest.delete(`/api/events/${id}/rsvp`);
    expect((await host.get(`/api/events/${id}`)).body).toMatchObject({ going: 0 });
    expect((await answer(other, id)).body).toMatchObject({ status: 'going' });
  });

  it('gives the seat of a blocked user to the next in line', async () => {
    const blocked = app.visitor();
    await blocked.signUp('student');
    const { id } = await buildEvent(app.em(), { userId: idOf(host), capacity: 1 });
    await answer(blocked, id);
    await answer(guest, id);
    const theirs = await buildEvent(app.em(), { userId: idOf(blocked) });
    await answer(host, theirs.id);
    expect((await host.put(`/api/users/${idOf(blocked)}/block`)).status).toBe(204);
    expect((await host.get(`/api/events/${id}`)).body).toMatchObject({ going: 0, waitlisted: 0, held: 1 });
    expect((await guest.get(`/api/events/${id}`)).body).toMatchObject({ viewer: { status: 'held' } });
    expect((await blocked.get(`/api/events/${theirs.id}`)).body).toMatchObject({ going: 0 });
  });
});

describe('calendars', () => {
  it('returns an event as RFC 5545 requires', async () => {
    const description = `Line one, with; signs \\ and\nÄäöü ${'Ω'.repeat(80)}`;
    const { id } = await buildEvent(app.em(), {
      userId: idOf(host),
      title: 'A, B; C',
      description,
      date: new Date('2027-02-03T18:30:00.000Z'),
      endsAt: new Date('2027-02-03T20:00:00.000Z'),
    });
    const { status, headers, body } = await guest.get(`/api/events/${id}.ics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = String(body);
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true);
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toContain(String.raw`SUMMARY:A\, B\; C`);
    expect(unfolded).toContain(String.raw`DESCRIPTION:Line one\, with\; signs \\ and\nÄäöü ${'Ω'.repeat(80)}`);
    expect(unfolded).toContain('DTSTART:20270203T183000Z\r\nDTEND:20270203T200000Z');
    expect(unfolded).toContain(`UID:${id}@127.0.0.1`);
  });

  it('serves a private feed until its address is renewed or revoked', async () => {
    const { id } = await buildEvent(app.em(), { userId: idOf(host), title: 'In my calendar' });
    const waiting = await buildEvent(app.em(), { userId: idOf(host), title: 'Only waiting', capacity: 1 });
    await answer(other, waiting.id);
    await answer(guest, waiting.id);
    await answer(guest, id);
    expect((await guest.get('/api/events/feed')).body).toEqual({ createdAt: null, url: null });
    const pathOf = async () => String((await guest.put('/api/events/feed')).body['url']).replace(app.url, '');
    const first = await pathOf();
    const stranger = app.visitor();
    const feed = await stranger.get(first);
    expect(feed.headers.get('content-type')).toContain('text/calendar');
    expect(String(feed.body)).toContain('In my calendar');
    expect(String(feed.body)).not.toContain('Only waiting');
    const second = await pathOf();
    expect((await stranger.get(first)).status).toBe(404);
    expect((await stranger.get(second)).status).toBe(200);
    expect((await guest.get('/api/events/feed')).body).toMatchObject({ url: null, createdAt: expect.any(String) });
    await guest.delete('/api/events/feed');
    expect((await stranger.get(second)).status).toBe(404);
  });
});

it('reminds the host and the attendees a day and a quarter of an hour before, once for each date', async () => {
  const tomorrow = await buildEvent(app.em(), {
    userId: idOf(host),
    title: 'Tomorrow',
    date: inMs(23 * HOUR_MS),
    createdAt: inMs(-9 * DAY_MS),
  });
  const soon = await buildEvent(app.em(), { userId: idOf(host), title: 'Soon', date: inMs(10 * MINUTE_MS) });
  await answer(guest, tomorrow.id);
  await answer(guest, soon.id);
  await answer(other, soon.id, 'interested');
  for (let times = 0; times < 2; times += 1) await remindOfEvents(app.em());
  const contentOf = ({ title, date, timezone, location, isVirtual }: BuiltEvent) =>
    `${title}: ${describePlace({ date: date.toISOString(), endsAt: null, timezone, location, isVirtual })}`;
  const [content, soonContent] = [contentOf(tomorrow), contentOf(soon)];
  const due = { title: 'Starts within 24 hours', content, path: `/home?event=${tomorrow.id}` };
  // The sweep publishes the domain events of another process.
  await expect.poll(() => listEventNotifications(guest)).toContainEqual(due);
  await expect
    .poll(() => listEventNotifications(host))
    .toContainEqual({ title: 'Starts within 15 minutes', content: soonContent, path: `/home?event=${soon.id}` });
  expect((await listEventNotifications(guest)).filter((shown) => shown.content === content)).toHaveLength(1);
  expect((await listEventNotifications(other)).map((shown) => shown.content)).not.toContain(soonContent);
});
