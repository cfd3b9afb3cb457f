import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterLive, receivedBy, type LiveUser as Person } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const enter = () => enterLive(app);
const ask = async (from: Person, to: Person): Promise<string> =>
  String(
    (await from.http.post('/api/connections', { body: { connectedUserId: to.user.id, note: 'Hello' } })).body['id'],
  );
/** Waits until a user has received this number of connections, and returns how many counts they received. */
async function counted(person: Person, count: object): Promise<number> {
  await expect.poll(() => receivedBy(person, 'connection-count').at(-1)).toMatchObject(count);
  return receivedBy(person, 'connection-count').length;
}
/** Waits until a user has received this number of pushes of a name, and returns them. */
async function received(person: Person, name: string, times: number): Promise<Record<string, unknown>[]> {
  await expect.poll(() => receivedBy(person, name).length).toBe(times);
  return receivedBy(person, name);
}

it('a request to a user who ignored an earlier one is pushed to its requester alone', async () => {
  const [ana, ben] = await Promise.all([enter(), enter()]);
  const first = await ask(ana, ben);
  await ben.http.put(`/api/connections/${first}/ignore`);
  await received(ben, 'connection-deleted', 1);
  await ana.http.delete(`/api/connections/${first}`);
  await received(ben, 'connection-deleted', 2);
  await app.pool.query(`update past_connection_requests set withdrawn_at = now() - interval '25 hours'`);
  const second = await ask(ana, ben);
  expect(await received(ana, 'connection-created', 2)).toMatchObject([{ id: first }, { id: second }]);
  // A later push shows that no other one comes before it.
  await ask(ben, await enter());
  expect(await received(ben, 'connection-created', 2)).not.toContainEqual(expect.objectContaining({ id: second }));
});

it('a request and its response are pushed once to both sides with their counts, and to no one else', async () => {
  const [ana, ben, stranger] = await Promise.all([enter(), enter(), enter()]);
  const id = await ask(ana, ben);
  for (const person of [ana, ben]) {
    const [created] = await received(person, 'connection-created', 1);
    expect(created).toMatchObject({
      id,
      userId: ana.user.id,
      connectedUserId: ben.user.id,
      status: 'pending',
      // A student reads it once accepted.
      note: person === ana ? 'Hello' : null,
      requester: { fullName: ana.user.fullName },
    });
    expect(created).toHaveProperty('at');
    expect(created).not.toHaveProperty('viewer');
  }
  expect((await received(ana, 'connection-count', 1))[0]).toMatchObject({ accepted: 0, received: 0, sent: 1 });
  expect((await received(ben, 'connection-count', 1))[0]).toMatchObject({ accepted: 0, received: 1, sent: 0 });

  await ben.http.patch(`/api/connections/${id}`, { body: { status: 'accepted' } });
  for (const person of [ana, ben]) {
    expect((await received(person, 'connection-updated', 1))[0]).toMatchObject({
      id,
      status: 'accepted',
      addressee: { fullName: ben.user.fullName },
    });
    expect((await received(person, 'connection-count', 2))[1]).toMatchObject({ accepted: 1, received: 0, sent: 0 });
  }

  await ana.http.delete(`/api/connections/${id}`);
  for (const person of [ana, ben]) {
    expect((await received(person, 'connection-deleted', 1))[0]).toMatchObject({ id });
    expect((await received(person, 'connection-count', 3))[2]).toMatchObject({ accepted: 0, received: 0, sent: 0 });
  }
  expect(stranger.live.frames).toEqual([]);
});

it('a decline is pushed to the requester; an ignored request is removed only from the devices of the addressee', async () => {
  const [ana, ben] = await Promise.all([enter(), enter()]);
  await ben.http.patch(`/api/connections/${await ask(ana, ben)}`, { body: { status: 'rejected' } });
  expect((await received(ana, 'connection-updated', 1))[0]).toMatchObject({ status: 'rejected' });
  const ignored = await ask(ben, ana);
  await ana.http.put(`/api/connections/${ignored}/ignore`);
  expect((await received(ana, 'connection-deleted', 1))[0]).toMatchObject({ id: ignored });
  await counted(ana, { accepted: 0, received: 0, sent: 0 });
  // The withdrawal was after the ignoring, so a push of the latter would have arrived by now.
  await ben.http.delete(`/api/connections/${ignored}`);
  expect(await received(ben, 'connection-deleted', 1)).toHaveLength(1);
  expect(receivedBy(ben, 'connection-updated')).toHaveLength(1);
  expect(await counted(ben, { accepted: 0, received: 0, sent: 0 })).toBeLessThanOrEqual(4);
});

it('concurrent mutual requests push one request and one acceptance', async () => {
  const [ana, ben] = await Promise.all([enter(), enter()]);
  const [one, other] = await Promise.all([ask(ana, ben), ask(ben, ana)]);
  expect(one).toBe(other);
  for (const person of [ana, ben]) {
    expect(await received(person, 'connection-updated', 1)).toMatchObject([{ id: one, status: 'accepted' }]);
    expect(receivedBy(person, 'connection-created').length).toBeLessThanOrEqual(1);
    await counted(person, { accepted: 1, received: 0, sent: 0 });
  }
});

it('intents of the two sides are acknowledged without another push; those of others are rejected', async () => {
  const [ana, ben, stranger] = await Promise.all([enter(), enter(), enter()]);
  const id = await ask(ana, ben);
  await received(ben, 'connection-created', 1);
  for (const name of ['connection-create', 'connection-update']) {
    expect(await ana.live.ask(name, { id })).toEqual({ ok: true });
    expect(await ben.live.ask(name, { id, status: 'accepted' })).toEqual({ ok: true });
    expect(await stranger.live.ask(name, { id })).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await ana.live.ask(name, { id: 'none' })).toMatchObject({ ok: false });
  }
  await ben.http.patch(`/api/connections/${id}`, { body: { status: 'accepted' } });
  for (const person of [ana, ben]) {
    await received(person, 'connection-updated', 1);
    expect(receivedBy(person, 'connection-created')).toHaveLength(1);
  }
});
