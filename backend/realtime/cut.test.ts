import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRole } from '../domains/operator/operator.service.ts';
import { buildPost } from '../testing/builders.ts';
import { enterLive, receivedBy } from '../testing/live-user.ts';
import type { TestApp } from '../testing/test-app.ts';
import { openTwoNodes } from '../testing/two-nodes.ts';
import type { TestClient } from '../testing/test-client.ts';
import { connectLiveClient, type LiveClient } from '../testing/two-clients.ts';

/** How long a socket may outlive the response that ends its session, in milliseconds: on the same node, on another. */
const PROMISE_MS = { here: 1_000, elsewhere: 5_000 } as const;

let app: TestApp;
/** A second node on the first one's database. */
let node: TestApp;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, node, close } = await openTwoNodes());
});
afterAll(() => close());

interface Devices {
  /** Two sessions of one user; `other` has a socket on each node. */
  own: TestClient;
  other: TestClient;
  name: string;
  here: LiveClient;
  elsewhere: LiveClient;
  ownSocket: LiveClient;
}

async function signInTwice(): Promise<Devices> {
  const [own, other] = [app.visitor(), app.visitor()];
  const { username } = await own.signUp('student');
  await other.post('/api/login', { body: { username, password: own.password } });
  other.forgetToken();
  const [here, elsewhere, ownSocket] = await Promise.all([
    connectLiveClient({ url: app.url, cookie: other.cookie }),
    connectLiveClient({ url: node.url, cookie: other.cookie }),
    connectLiveClient({ url: app.url, cookie: own.cookie }),
  ]);
  return { own, other, name: username, here, elsewhere, ownSocket };
}

const CAUSES: [string, (devices: Devices) => Promise<{ status: number }>][] = [
  ['signing out', ({ other }) => other.post('/api/logout')],
  [
    'ending the session from another device',
    async ({ own }) => {
      const sessions = (await own.get('/api/sessions')).body as unknown as { id: string; isCurrent: boolean }[];
      return own.delete(`/api/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`);
    },
  ],
  ['ending all other sessions', ({ own }) => own.delete('/api/sessions')],
  [
    'changing the password on another device',
    ({ own }) =>
      own.post('/api/password/change', {
        body: { currentPassword: own.password, newPassword: 'a second long password' },
      }),
  ],
  ['deleting the account', ({ own }) => own.delete('/api/account', { body: { password: own.password } })],
  [
    'signing in over the session',
    ({ other, own, name }) => other.post('/api/login', { body: { username: name, password: own.password } }),
  ],
];

describe.each(CAUSES)('%s', (cause, act) => {
  it('disconnects the sockets of the session, on every node', async () => {
    const devices = await signInTwice();
    const { status } = await act(devices);
    expect(status).toBeLessThan(300);
    const answeredAt = performance.now();
    expect(await devices.here.cut()).toBe('io server disconnect');
    expect(performance.now() - answeredAt).toBeLessThan(PROMISE_MS.here);
    await devices.elsewhere.cut();
    expect(performance.now() - answeredAt).toBeLessThan(PROMISE_MS.elsewhere);
    await expect.poll(() => devices.ownSocket.socket.connected).toBe(cause !== 'deleting the account');
    devices.ownSocket.close();
  });
});

it('a role change by an operator command disconnects every socket of the user', async () => {
  const person = await enterLive(app);
  await changeRole(app.em(), { userId: person.id, role: 'creator' }, { name: 'Olga' });
  const doneAt = performance.now();
  expect(await person.live.cut()).toBe('io server disconnect');
  expect(performance.now() - doneAt).toBeLessThan(PROMISE_MS.elsewhere);
});

it('a block stops pushes between the two at once, also in rooms joined before', async () => {
  const [ana, ben, cleo] = await Promise.all([enterLive(app), enterLive(app), enterLive(app)]);
  const post = await buildPost(app.em(), { userId: ana.id });
  expect(await ben.live.ask('join-room', `post-${post.id}`)).toEqual({ ok: true });
  await ana.http.post('/api/comments', { body: { postId: post.id, content: 'Before' } });
  await expect.poll(() => receivedBy(ben, 'new-comment').length).toBe(1);
  expect((await ana.http.put(`/api/users/${ben.id}/block`)).status).toBeLessThan(300);
  await ana.http.post('/api/comments', { body: { postId: post.id, content: 'After' } });
  await cleo.http.post('/api/comments', { body: { postId: post.id, content: 'After that' } });
  await expect.poll(() => receivedBy(ana, 'new-comment').length).toBeGreaterThanOrEqual(2);
  expect(await ben.live.ask('join-room', `user-${ben.id}`)).toEqual({ ok: true });
  expect(receivedBy(ben, 'new-comment')).toHaveLength(1);
  expect(await ben.live.ask('join-room', `post-${(await buildPost(app.em(), { userId: ana.id })).id}`)).toEqual({
    ok: false,
    code: 'FORBIDDEN',
  });
});
