import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { NotificationView } from '#shared/api/notifications.ts';
import type { Mailer } from '../../gateways/email.ts';
import { renderEmail } from '../../gateways/email-templates.ts';
import { buildCourse, buildNotification } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { sendNotificationEmail } from './notifications.email.ts';

const URL_BASE = 'https://lyceum.example';
let app: TestApp;
let creator: TestClient;
let userId: string;

beforeAll(async () => {
  app = await createTestApp();
  creator = app.visitor();
  userId = (await creator.signUp('creator')).id;
  await app.pool.query('update users set email_verified_at = now() where id = $1', [userId]);
});
afterAll(() => app.close());

/** Creators can open the Library; the start page leads on to it. */
const isOpen = (path: string) => /^\/(library|home)\b/.test(path);

it('no notification and no email of a creator leads to a page that is closed to them', async () => {
  const ids: string[] = [];
  const { id: courseId } = await buildCourse(app.em());
  for (const sourceType of [
    null,
    'post',
    'event',
    'user',
    'connection',
    'conversation',
    'verification',
    'advertisement',
    'course',
  ]) {
    const { id } = await buildNotification(app.em(), {
      userId,
      sourceType,
      sourceId: sourceType === null ? null : sourceType === 'course' ? courseId : userId,
      type: 'security',
      metadata: { what: 'new-device' },
      category: 'account',
    });
    ids.push(id);
  }
  const views = (await creator.get('/api/notifications')).body as unknown as NotificationView[];
  expect(views).toHaveLength(ids.length);
  const paths = views.flatMap(({ path }) => path ?? []);
  expect(paths.toSorted()).toEqual([
    '/library',
    `/library?item=${courseId}`,
    '/library?questions=1',
    '/library?settings=account',
  ]);

  const send = vi.fn<Mailer['send']>();
  const mailer = { send, close: vi.fn() };
  await sendNotificationEmail(app.em(), mailer, { id: 'digest', userId, notificationIds: ids, more: 2 });
  for (const id of ids) await sendNotificationEmail(app.em(), mailer, { id, userId, notificationIds: [id], more: 0 });
  expect(send).toHaveBeenCalledTimes(1 + ids.length);
  for (const [, { template, data }] of send.mock.calls) {
    const { text } = renderEmail(template, data as never, URL_BASE);
    const links = [...text.matchAll(/https:\/\/lyceum\.example(\S*)/g)].map((match) => match[1] ?? '');
    expect(links).toContain('/library?settings=notifications');
    for (const link of links) expect(isOpen(link)).toBe(true);
  }
});
