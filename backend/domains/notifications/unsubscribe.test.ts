import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMailer } from '../../gateways/email.ts';
import { buildNotification } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { sendNotificationEmail } from './notifications.email.ts';
import { createUnsubscribeLinks } from './unsubscribe.service.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;
let address: string;

beforeAll(async () => {
  app = await createTestApp();
  [ana, ben] = [app.visitor(), app.visitor()];
  for (const client of [ana, ben]) {
    const { id } = await client.signUp('teacher');
    await app.em().execute('update users set email_verified_at = now() where id = ?', [id]);
  }
  address = await receiveAddress(ana);
});
afterAll(() => app.close());

/** Returns the address in the header of an email about a notification. */
async function receiveAddress(client: TestClient): Promise<string> {
  await client.post('/api/notifications/test', { body: { channel: 'email' } });
  const folder = join(app.dataDir, 'mail');
  const email = await vi.waitFor(
    () => {
      const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      const found = texts.find((text) => text.includes('List-Unsubscribe:'));
      if (found === undefined) throw new Error('There is no email yet.');
      return found;
    },
    { interval: 100 },
  );
  const headers = (email.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n\s+/g, ' ');
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(headers).toMatch(/List-ID: .*<notifications\.127\.0\.0\.1>/);
  return /List-Unsubscribe: <(.*?)>/.exec(headers)?.[1] ?? '';
}

const wantsEmail = async (client: TestClient) => (await client.get('/api/preferences')).body['emailNotifications'];
const page = async (method: string, url: string) => {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }) });
  return { status: response.status, text: await response.text() };
};

it('opens a page that changes nothing', async () => {
  expect(address.startsWith(`${app.url}/unsubscribe/`)).toBe(true);
  expect(await page('GET', address)).toMatchObject({
    status: 200,
    text: expect.stringContaining('<form method="post">'),
  });
  expect(await wantsEmail(ana)).toBe(true);
});

it('unsubscribes only its member, without a session, and again', async () => {
  for (let count = 0; count < 2; count += 1)
    expect(await page('POST', address)).toMatchObject({ status: 200, text: expect.stringContaining('unsubscribed') });
  expect([await wantsEmail(ana), await wantsEmail(ben)]).toEqual([false, true]);
});

it('does not take a token of another member, or one that was changed', async () => {
  const [, signature = ''] = address.split('.').slice(-2);
  for (const token of [`${ben.user?.id}.${signature}`, `${ana.user?.id}.${signature}x`, `${ana.user?.id}`, 'x'])
    expect((await page('POST', `${app.url}/unsubscribe/${token}`)).status).toBe(404);
  expect(await wantsEmail(ben)).toBe(true);
});

it('of an announcement stops the news alone', async () => {
  const userId = String(ben.user?.id);
  expect((await ben.patch('/api/preferences', { body: { marketingNotifications: true } })).status).toBe(200);
  const { id } = await buildNotification(app.em(), {
    userId,
    type: 'announcement',
    metadata: { title: 'Maintenance', content: 'Sunday at 6.' },
  });
  const links = createUnsubscribeLinks('a secret for tests that is long enough', app.url);
  const unsubscribeUrlOf = vi.fn(links.make);
  const mailer = createMailer({
    smtpUrl: undefined,
    from: 'Lyceum <lyceum@example.test>',
    folder: join(app.dataDir, 'mail'),
    publicUrl: app.url,
    unsubscribeUrlOf,
    log: { info: vi.fn(), warn: vi.fn() },
  });
  await sendNotificationEmail(app.em(), mailer, { id: crypto.randomUUID(), userId, notificationIds: [id], more: 0 });
  mailer.close();
  const news = String(unsubscribeUrlOf.mock.results[0]?.value);
  expect((await page('GET', news)).text).toContain('news about Lyceum');
  expect(await page('POST', news)).toMatchObject({ status: 200, text: expect.stringContaining('no more news') });
  expect((await ben.get('/api/preferences')).body).toMatchObject({
    emailNotifications: true,
    marketingNotifications: false,
  });
  expect((await page('POST', news.replace('.news.', '.'))).status).toBe(404);
});
