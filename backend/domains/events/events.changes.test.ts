import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventPlace } from '#shared/event-places.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { notifyOfEdits } from './events.reminders.ts';

let app: TestApp;
let host: TestClient;
let guest: TestClient;
const idOf = (client: TestClient) => client.user?.id ?? '';
const inMs = (ms: number) => new Date(Date.now() + ms);
const answer = (client: TestClient, id: string) => client.put(`/api/events/${id}/rsvp`, { body: { status: 'going' } });
const input = {
  title: 'Survey hour',
  description: 'Bring a plan.',
  date: inMs(2 * DAY_MS).toISOString(),
  location: '',
  isVirtual: true,
  joinUrl: 'https://meet.example/x',
  timezone: 'Europe/Berlin',
};

beforeAll(async () => {
  app = await createTestApp();
  [host, guest] = [app.visitor(), app.visitor()];
  await host.signUp('teacher');
  await guest.signUp('student');
});
afterAll(() => app.close());

describe('the notification of a changed event', () => {
  const changesOf = async (client: TestClient, id: string) =>
    (
      await app.pool.query<{ isCancelled: boolean; groupKey: string }>(
        `select (metadata -> 'isCancelled')::boolean as "isCancelled", group_key as "groupKey" from notifications
          where user_id = $1 and source_id = $2 and type = 'event-changed' order by created_at`,
        [idOf(client), id],
      )
    ).rows;
  const create = async () => {
    const id = String((await host.post('/api/events', { body: input })).body['id']);
    await answer(guest, id);
    return id;
  };
  const edit = (id: string, body: Record<string, unknown>) => host.patch(`/api/events/${id}`, { body });
  /** Waits until everything published before has been handled, in its order. */
  const settled = () =>
    expect.poll(async () => (await app.pool.query('select count(*)::int as n from outbox')).rows[0]).toEqual({ n: 0 });
  const passTenMinutes = (id: string) =>
    app.pool.query(
      `update events set notified_at = notified_at - interval '11 minutes',
        notify_at = notify_at - interval '11 minutes' where id = $1`,
      [id],
    );

  it('is not sent for a title, a description or seats', async () => {
    const id = await create();
    expect((await edit(id, { title: 'Another', description: 'Other words', capacity: 5 })).status).toBe(200);
    // The same details again are no change.
    await edit(id, { date: input.date, location: '', joinUrl: input.joinUrl, isVirtual: true });
    await settled();
    expect(await changesOf(guest, id)).toEqual([]);
  });

  it('is sent at once, and again after ten minutes when there were further changes', async () => {
    const id = await create();
    for (let hour = 1; hour <= 8; hour += 1) await edit(id, { date: inMs(2 * DAY_MS + hour * HOUR_MS).toISOString() });
    await settled();
    expect(await changesOf(guest, id)).toHaveLength(1);
    await notifyOfEdits(app.em());
    await settled();
    expect(await changesOf(guest, id)).toHaveLength(1);
    await passTenMinutes(id);
    await Promise.all([notifyOfEdits(app.em()), notifyOfEdits(app.em())]);
    await settled();
    const changes = await changesOf(guest, id);
    expect(changes).toHaveLength(2);
    expect(new Set(changes.map(({ groupKey }) => groupKey)).size).toBe(1);
    await passTenMinutes(id);
    await notifyOfEdits(app.em());
    await settled();
    expect(await changesOf(guest, id)).toHaveLength(2);
  });

  it('says when and where the event was and is, and nothing of an edit that was undone', async () => {
    const id = await create();
    const textsOf = async () => {
      await settled();
      const { rows } = await app.pool.query<{ params: Change }>(
        `select metadata as params from notifications where user_id = $1 and source_id = $2 and type = 'event-changed'
          order by created_at, id`,
        [idOf(guest), id],
      );
      return rows.map(({ params }) => params);
    };
    interface Change {
      place: EventPlace;
      before?: EventPlace;
      isLinkNew?: boolean;
    }
    const first = { date: input.date, endsAt: null, timezone: input.timezone, location: '', isVirtual: true };
    const [date, later] = [inMs(3 * DAY_MS).toISOString(), inMs(4 * DAY_MS).toISOString()];
    await edit(id, { date, timezone: 'Asia/Tokyo', isVirtual: false, location: 'Room 5' });
    const second = { date, endsAt: null, timezone: 'Asia/Tokyo', location: 'Room 5', isVirtual: false };
    expect(await textsOf()).toMatchObject([{ place: second, before: first }]);
    // Two edits that wait are one change, from what participants know.
    await edit(id, { date: later });
    await edit(id, { location: 'Room 6' });
    await passTenMinutes(id);
    await notifyOfEdits(app.em());
    const third = { ...second, date: later, location: 'Room 6' };
    expect((await textsOf()).slice(1)).toMatchObject([{ place: third, before: second }]);
    // A move that is taken back before anyone was notified of it is none.
    await edit(id, { location: 'Room 7' });
    await edit(id, { location: 'Room 6' });
    await passTenMinutes(id);
    await notifyOfEdits(app.em());
    expect(await textsOf()).toHaveLength(2);
    await edit(id, { isVirtual: true, joinUrl: 'https://meet.example/a' });
    await passTenMinutes(id);
    await edit(id, { joinUrl: 'https://meet.example/b' });
    const fourth = { ...third, isVirtual: true };
    const last = (await textsOf()).slice(2);
    expect(last).toEqual([
      expect.objectContaining({ place: fourth, before: third }),
      expect.objectContaining({ place: fourth, isLinkNew: true }),
    ]);
    expect(JSON.stringify(last)).not.toContain('meet.example');
  });

  it('is sent at once for a cancellation', async () => {
    const id = await create();
    await edit(id, { joinUrl: 'https://meet.example/y' });
    await edit(id, { joinUrl: 'https://meet.example/z' });
    expect((await host.delete(`/api/events/${id}`)).status).toBe(204);
    await settled();
    expect((await changesOf(guest, id)).map(({ isCancelled }) => isCancelled)).toEqual([false, true]);
    await passTenMinutes(id);
    await notifyOfEdits(app.em());
    await settled();
    expect(await changesOf(guest, id)).toHaveLength(2);
  });
});
