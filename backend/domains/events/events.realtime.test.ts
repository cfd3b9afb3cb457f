import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time.ts';
import { buildBlock } from '../../testing/builders.ts';
import { enterLive, receivedBy, type LiveUser } from '../../testing/live-user.ts';
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
  const { at: _at, isYours: _isYours, ...rest } = view ?? {};
  return rest;
};

describe('a push of an event', () => {
  it('is what a fresh fetch gives, for members without a block with the host', async () => {
    const [host, guest, blocked, creator] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
      enterLive(app, { role: 'creator' }),
    ]);
    await buildBlock(app.em(), { blockerId: host.id, blockedId: blocked.id });
    const id = await publish(host);
    const created = await guest.live.next('event-created');
    expect(pushed(created)).toEqual(await fresh(guest, id));
    expect(JSON.stringify(created)).not.toContain('secret');

    await host.http.patch(`/api/events/${id}`, { body: { location: 'Room 3' } });
    await expect.poll(() => changesOf(guest, id).at(-1)?.['location']).toBe('Room 3');
    expect(pushed(changesOf(guest, id).at(-1))).toEqual(await fresh(guest, id));
    expect(
      [blocked, creator].flatMap(({ live }) => live.frames.filter(({ name }) => name.startsWith('event-'))),
    ).toEqual([]);
  });

  it('arrives once for a burst of answers, and immediately for the user who answered', async () => {
    const [host, ...guests] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await publish(host);
    await Promise.all(guests.map((guest) => answer(guest, id)));
    await expect.poll(() => pushed(changesOf(host, id).at(-1))).toMatchObject({ going: 1, waitlisted: 2 });
    expect(changesOf(host, id).length).toBeLessThanOrEqual(2);
    expect(changesOf(host, id).some((view) => view['isYours'])).toBe(false);
    for (const guest of guests) expect(changesOf(guest, id).filter((view) => view['isYours'])).toHaveLength(1);
    expect(pushed(changesOf(host, id).at(-1))).toEqual(await fresh(host, id));
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
    await answer(blocked, id);
    await expect.poll(() => changesOf(guest, id).at(-1)).toMatchObject({ going: 1 });
    const before = changesOf(blocked, id).length;
    await host.http.put(`/api/users/${blocked.id}/block`);
    await expect.poll(() => changesOf(guest, id).at(-1)).toMatchObject({ going: 0 });
    expect(changesOf(blocked, id)).toHaveLength(before);
  });
});
