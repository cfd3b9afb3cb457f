import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time.ts';
import { buildBlock, buildConnection } from '../../testing/builders.ts';
import { enterLive, receivedBy, settlePushes, show, type LiveUser } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type View = Record<string, unknown>;
const input = {
  title: 'Survey hour',
  description: 'Bring a plan.',
  date: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  location: 'Hall',
  isVirtual: true,
  joinUrl: 'https://meet.example/secret',
  capacity: 1,
};
const publish = async ({ http }: LiveUser) => String((await http.post('/api/events', { body: input })).body['id']);
const answer = ({ http }: LiveUser, id: string) => http.put(`/api/events/${id}/rsvp`, { body: { status: 'going' } });
const changesOf = (person: LiveUser, id: string) =>
  receivedBy<View>(person, 'event-updated').filter((view) => view['id'] === id);

/** The result of a fresh fetch, reduced to the fields of a push. */
async function fresh({ http }: LiveUser, id: string): Promise<View> {
  const { viewer: _viewer, conflicts: _conflicts, ...view } = (await http.get(`/api/events/${id}`)).body as View;
  return view;
}
const pushed = (view: View | undefined): View => {
  const { at: _at, countedAt: _countedAt, isYours: _isYours, ...rest } = view ?? {};
  return rest;
};
/** The pushed counters and, of a fresh fetch, the same fields. */
const countersOf = ({ id, going, interested, waitlisted, held, editedAt }: View): View => ({
  id,
  going,
  interested,
  waitlisted,
  held,
  editedAt,
});

describe('a new event', () => {
  it('is pushed to the list of events and the connections of the host, as a fresh fetch returns it', async () => {
    const [host, guest, friend, elsewhere] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
      enterLive(app),
    ]);
    await buildConnection(app.em(), { userId: host.id, connectedUserId: friend.id });
    await show(guest, 'events');
    await show(host, 'events');
    const id = await publish(host);
    await settlePushes(app, [host, guest, friend, elsewhere]);
    for (const person of [host, guest, friend]) {
      const [created, ...others] = receivedBy<View>(person, 'event-created');
      expect(others).toEqual([]);
      expect(pushed(created)).toEqual(await fresh(guest, id));
      expect(JSON.stringify(created)).not.toContain('secret');
    }
    expect(elsewhere.live.frames).toEqual([]);
  });
});

describe('a changed event', () => {
  it('is pushed to those who have it on screen or answered it, but not across a block', async () => {
    const [host, reader, guest, blocked, elsewhere] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await publish(host);
    await show(reader, `event-${id}`);
    await show(blocked, 'events', `event-${id}`);
    await settlePushes(app, [blocked]);
    await buildBlock(app.em(), { blockerId: host.id, blockedId: blocked.id });
    blocked.live.frames.length = 0;
    await answer(guest, id);
    await host.http.patch(`/api/events/${id}`, { body: { location: 'Room 3' } });
    for (const person of [host, reader, guest]) {
      await expect.poll(() => changesOf(person, id).some((view) => view['location'] === 'Room 3')).toBe(true);
      const details = changesOf(person, id).filter((view) => 'title' in view);
      expect(details.map(pushed)).toEqual([await fresh(person, id)]);
    }
    await settlePushes(app, [blocked, elsewhere]);
    expect([...blocked.live.frames, ...elsewhere.live.frames]).toEqual([]);
  });

  it('is pushed by its numbers once a second, and immediately to the user who answered', async () => {
    const [host, reader, ...guests] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await publish(host);
    await show(reader, 'events');
    const startMs = performance.now();
    await Promise.all(guests.map((guest) => answer(guest, id)));
    await expect.poll(() => changesOf(reader, id).at(-1)).toMatchObject({ going: 1, waitlisted: 2 });
    const mostPushes = 1 + Math.floor((performance.now() - startMs) / 1_000);
    expect(changesOf(reader, id).length).toBeLessThanOrEqual(mostPushes);
    expect(changesOf(reader, id).some((view) => 'title' in view || view['isYours'])).toBe(false);
    await settlePushes(app, guests);
    for (const guest of guests) {
      expect(changesOf(guest, id)).toHaveLength(1);
      expect(changesOf(guest, id)[0]).toMatchObject({ isYours: true });
    }
    expect(pushed(changesOf(reader, id).at(-1))).toEqual(countersOf(await fresh(host, id)));
    expect(changesOf(host, id)).toEqual([]);
  });

  it('sends its numbers to a socket that joins its room', async () => {
    const [host, guest, reader] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await publish(host);
    await answer(guest, id);
    // The push of the answer is sent before the reader joins.
    await settlePushes(app, [guest]);
    await show(reader, `event-${id}`);
    expect(changesOf(reader, id).map(pushed)).toEqual([countersOf(await fresh(reader, id))]);
  });

  it('reaches the user who is held a seat', async () => {
    const [host, first, second] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await publish(host);
    await answer(first, id);
    await answer(second, id);
    await first.http.delete(`/api/events/${id}/rsvp`);
    await expect
      .poll(() =>
        changesOf(second, id)
          .filter((view) => view['isYours'])
          .at(-1),
      )
      .toMatchObject({ held: 1, waitlisted: 0 });
  });

  it('does not reach a user whom the host has just blocked, and shows others the free seat', async () => {
    const [host, guest, blocked] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await publish(host);
    for (const person of [guest, blocked]) await show(person, `event-${id}`);
    await answer(blocked, id);
    await expect.poll(() => changesOf(guest, id).at(-1)).toMatchObject({ going: 1 });
    await expect.poll(() => changesOf(blocked, id).at(-1)).toMatchObject({ going: 1 });
    await settlePushes(app, [blocked]);
    const before = changesOf(blocked, id).length;
    await host.http.put(`/api/users/${blocked.id}/block`);
    await expect.poll(() => changesOf(guest, id).at(-1)).toMatchObject({ going: 0 });
    await settlePushes(app, [blocked]);
    expect(changesOf(blocked, id)).toHaveLength(before);
  });

  it('is not shown to creators: the rooms of events are rejected', async () => {
    const [host, creator] = await Promise.all([enterLive(app), enterLive(app, { role: 'creator' })]);
    const id = await publish(host);
    for (const room of ['events', `event-${id}`])
      expect(await creator.live.ask('join-room', room)).toEqual({ ok: false, code: 'FORBIDDEN' });
  });
});
