import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotificationView } from '#shared/api/notifications.ts';
import { notificationText } from '#shared/api/notification-texts.ts';
import { buildEvent, buildPost } from '../../testing/builders.ts';
import { enterLive, receivedBy, type LiveUser } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ask = async (from: LiveUser, to: LiveUser) =>
  String((await from.http.post('/api/connections', { body: { connectedUserId: to.id } })).body['id']);
const answer = (person: LiveUser, id: string, status: string) =>
  person.http.patch(`/api/connections/${id}`, { body: { status } });

/** What Ben does, and the words of the toast on Ana's devices. */
const TOASTS: [
  string,
  (ana: LiveUser, ben: LiveUser) => Promise<unknown>,
  title: string,
  content: (ben: string) => string,
][] = [
  ['a request', (ana, ben) => ask(ben, ana), 'Connection request', (ben) => `${ben} wants to connect`],
  [
    'an acceptance',
    async (ana, ben) => answer(ben, await ask(ana, ben), 'accepted'),
    'Connection accepted',
    (ben) => ben,
  ],
  [
    'a refusal',
    async (ana, ben) => answer(ben, await ask(ana, ben), 'rejected'),
    'Connection Rejected',
    () => 'Your connection request was declined',
  ],
  [
    'a comment',
    async (ana, ben) =>
      ben.http.post('/api/comments', {
        body: { postId: (await buildPost(app.em(), { userId: ana.id })).id, content: 'Yes' },
      }),
    'New comment',
    (ben) => `${ben} commented on your post`,
  ],
  [
    'a change of an event she goes to',
    async (ana, ben) => {
      const date = new Date('2035-03-01T17:00:00Z');
      const event = await buildEvent(app.em(), { userId: ben.id, title: 'Study table', date, location: 'Room 2' });
      await app.pool.query('insert into event_attendees (event_id, user_id) values ($1, $2)', [event.id, ana.id]);
      return ben.http.patch(`/api/events/${event.id}`, { body: { location: 'Elsewhere' } });
    },
    'Event updated',
    () => 'Study table: Thu, 1 Mar 2035, 17:00 (UTC), Elsewhere. Before: Thu, 1 Mar 2035, 17:00 (UTC), Room 2',
  ],
];

it.each(TOASTS)('%s is pushed at once with its text', async (_what, act, title, content) => {
  const [ana, ben] = await Promise.all([enterLive(app, { role: 'teacher' }), enterLive(app, { role: 'teacher' })]);
  await act(ana, ben);
  const pushed = () =>
    receivedBy<{ view: NotificationView | null; isAlert: boolean }>(ana, 'notification').find(
      ({ view }) => view !== null,
    );
  await expect.poll(pushed).toMatchObject({ isAlert: true });
  const view = pushed()?.view;
  expect(view && notificationText(view)).toMatchObject({ title, content: content(ben.user.fullName) });
});
