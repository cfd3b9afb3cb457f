import { createServer } from 'node:http';
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { createJobQueue, queueJob, queueJobs, type JobQueue } from '../db/job-queue.ts';
import { ormConfig } from '../db/mikro-orm.config.ts';
import { FORGOTTEN_PASSWORD_JOB } from '../domains/auth/recovery.service.ts';
import { Notification } from '../domains/notifications/notification.entity.ts';
import { registerNotifications } from '../domains/notifications/notifications.domain-events.ts';
import {
  NOTIFICATION_EMAIL_JOB,
  queueDueEmails,
  sendNotificationEmail,
} from '../domains/notifications/notifications.email.ts';
import { pruneNotifications, returnSnoozed, sendTest } from '../domains/notifications/notifications.service.ts';
import { subscribePush } from '../domains/notifications/push-subscriptions.service.ts';
import { PushSubscription } from '../domains/notifications/push-subscription.entity.ts';
import { UserLogEntry } from '../domains/sync/user-log-entry.entity.ts';
import type { User } from '../domains/users/user.entity.ts';
import { entities } from '../entities.ts';
import { publishDomainEvent, DomainEvents } from '../domain-events.ts';
import { transact } from '../db/transact.ts';
import { createExportStore } from '../gateways/export-store.ts';
import { createFileStore } from '../gateways/file-store.ts';
import { createMailer, type Mailer } from '../gateways/email.ts';
import { createSecretBox } from '../gateways/secret-box.ts';
import { createWebPush, type WebPush } from '../gateways/web-push.ts';
import { NOTIFICATION_RULES } from '../notification-drafts.ts';
import { buildComment, buildNotification, buildPost, buildSession, buildUser } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/database.ts';
import { listJobs } from './index.ts';
import { metricParts } from '../metrics.ts';
import { searchSources } from '../search-documents.ts';

const mails: { to: string; raw: string }[] = [];
let smtpDelayMs = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, session, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      mails.push({
        to: session.envelope.rcptTo.map(({ address }) => address).join(),
        raw: Buffer.concat(parts).toString(),
      });
      setTimeout(done, smtpDelayMs);
    });
  },
});
const pushes: { path: string; headers: Record<string, unknown>; size: number }[] = [];
let pushStatus = 201;
const receiver = createServer((req, res) => {
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.on('end', () => {
    pushes.push({ path: req.url ?? '', headers: req.headers, size: Buffer.concat(parts).length });
    res.writeHead(pushStatus, { location: 'http://127.0.0.1:1/elsewhere' }).end();
  });
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let events: DomainEvents;
let queue: JobQueue;
let mailer: Mailer;
let push: WebPush;
let receiverUrl: string;
let ana: User;
const failures: unknown[] = [];
const folder = mkdtempSync(join(tmpdir(), 'lyceum-jobs-'));
const em = () => orm.em.fork();
const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${portOf(receiver)}`;
  database = await createTestDatabase();
  orm = await MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
  events = new DomainEvents({ orm, onError: (error) => failures.push(error) });
  registerNotifications(events, { forkEm: em, rules: NOTIFICATION_RULES });
  const publicUrl = 'https://lyceum.example';
  mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    from: 'Lyceum <lyceum@example.test>',
    folder,
    publicUrl,
    log: { info: vi.fn(), warn: vi.fn() },
  });
  push = createWebPush({
    vapidKeys: undefined,
    hosts: ['127.0.0.1', 'fcm.googleapis.com', '*.push.services.mozilla.com'],
    folder,
    publicUrl,
  });
  queue = createJobQueue({
    databaseUrl: database.url,
    orm,
    box: createSecretBox('a key for tests that is long enough'),
    onError: (error) => failures.push(error),
  });
  await queue.start(
    listJobs({
      searchSources,
      metricParts,
      auditMonths: 13,
      currency: 'USD',
      erasers: [],
      mailer,
      push,
      payments: null,
      forkEm: em,
      files: createFileStore(folder),
      onCleanup: () => undefined,
      archives: createExportStore(folder),
    }).map((job) => (job.cron ? job : { ...job, retryDelaySeconds: 1 })),
  );
});
beforeEach(async () => {
  mails.length = 0;
  pushes.length = 0;
  failures.length = 0;
  pushStatus = 201;
  smtpDelayMs = 0;
  ana = await buildUser(em(), { fullName: 'Ana' });
});
afterAll(async () => {
  await events.stop();
  await queue.stop();
  mailer.close();
  await orm.close();
  await database.drop();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await new Promise((resolve) => receiver.close(resolve));
  rmSync(folder, { recursive: true });
});

const arrived = <Item>(list: Item[], count: number) =>
  vi.waitFor(() => expect(list).toHaveLength(count), { interval: 50 });
/** Publishes a comment of a new user on a post of Ana's. */
async function comment(postId: string): Promise<void> {
  const { id, userId } = await buildComment(em(), { postId });
  await transact(em(), async (tx) => publishDomainEvent(tx, 'comment-created', { commentId: id, postId, userId }));
  await events.settle();
}
const makeDue = () =>
  em().execute(
    `update notifications set email_due_at = now() - interval '1 second' where user_id = ? and email_due_at is not null`,
    [ana.id],
  );
const wantMail = (digest = 'off') =>
  em().execute(
    `insert into notification_preferences (user_id, types, digest)
      values (?, '{"post-commented": {"email": true}}', ?)`,
    [ana.id, digest],
  );
const queuedFor = (userId: string) =>
  em().execute(`select 1 from pgboss.job where name = 'send-notification-email' and data ->> 'userId' = ?`, [userId]);
const all = () => em().find(Notification, { userId: ana.id });

describe('email', () => {
  it('is sent once after a delay, with the reason', async () => {
    await wantMail();
    await comment((await buildPost(em(), { userId: ana.id })).id);
    const [row] = await all();
    expect(Number(row?.emailDueAt) - Date.now()).toBeGreaterThan(MINUTE_MS);
    await queueDueEmails(em());
    await makeDue();
    await Promise.all([queueDueEmails(em()), queueDueEmails(em()), queueDueEmails(em())]);
    await arrived(mails, 1);
    expect(mails[0]?.to).toBe(ana.email);
    expect(mails[0]?.raw).toContain('Subject: New comment');
    expect(mails[0]?.raw).toContain('You wrote this post.');
    expect(mails[0]?.raw).toContain('https://lyceum.example/home?post=');
    await queueDueEmails(em());
    expect(await queuedFor(ana.id)).toHaveLength(1);
    expect((await all())[0]?.emailedAt).not.toBeNull();
  });

  it('is not queued for what was read meanwhile', async () => {
    await wantMail();
    const { id } = await buildPost(em(), { userId: ana.id });
    await comment(id);
    await em().execute('update notifications set read = true where user_id = ?', [ana.id]);
    await makeDue();
    await queueDueEmails(em());
    expect(await queuedFor(ana.id)).toEqual([]);
  });

  it('is worded when it is sent, and is not sent when email was switched off after it was queued', async () => {
    await wantMail();
    const { id: postId } = await buildPost(em(), { userId: ana.id });
    await comment(postId);
    const [row] = await all();
    await em().execute('update user_preferences set email_notifications = false where user_id = ?', [ana.id]);
    const queued = { id: 'one', userId: ana.id, notificationIds: [row?.id ?? ''], more: 0 };
    const send = vi.fn<Mailer['send']>();
    await sendNotificationEmail(em(), { send, close: vi.fn() }, queued);
    expect(send).not.toHaveBeenCalled();
    await em().execute('delete from user_preferences where user_id = ?', [ana.id]);
    await em().execute(`update users set full_name = 'Renamed' where id = ?`, [row?.actorId ?? null]);
    await sendNotificationEmail(em(), { send, close: vi.fn() }, queued);
    expect(send.mock.calls[0]?.[1]).toMatchObject({
      to: ana.email,
      template: 'notification',
      data: { title: 'New comment', content: 'Renamed commented on your post' },
    });
  });

  it('is combined: several groups of a user become one email, and a daily one is sent at its hour', async () => {
    await wantMail('daily');
    const [first, second] = [await buildPost(em(), { userId: ana.id }), await buildPost(em(), { userId: ana.id })];
    await comment(first.id);
    await comment(first.id);
    await comment(second.id);
    for (const { emailDueAt } of await all()) expect(emailDueAt?.toISOString()).toMatch(/T08:00:00/);
    await makeDue();
    await queueDueEmails(em());
    await arrived(mails, 1);
    expect(mails[0]?.raw).toContain('Subject: 2 notifications for you');
    expect(mails[0]?.raw).toMatch(/Person \d+ and Person \d+ commented/);
  });
});

describe('hundreds of digests', () => {
  it('leave in batches and do not hold up the link of a forgotten password', async () => {
    const { id } = await buildNotification(em(), { userId: ana.id });
    smtpDelayMs = 20;
    const digest = { userId: ana.id, notificationIds: [id], more: 1 };
    await transact(em(), (tx) =>
      queueJobs(
        tx,
        NOTIFICATION_EMAIL_JOB,
        Array.from({ length: 500 }, () => digest),
      ),
    );
    await vi.waitFor(() => expect(mails.length).toBeGreaterThan(20), { interval: 20 });
    await transact(em(), (tx) => queueJob(tx, { name: FORGOTTEN_PASSWORD_JOB, data: { email: ana.email } }));
    const isReset = ({ raw }: { raw: string }) => raw.includes('Subject: Choose a new password');
    await vi.waitFor(() => expect(mails.find(isReset)).toBeDefined(), { interval: 20 });
    expect(mails.length).toBeLessThan(501);
    await arrived(mails, 501);
  });
});

describe('a domain event published again', () => {
  it('changes nothing', async () => {
    const post = await buildPost(em(), { userId: ana.id });
    const { id, userId } = await buildComment(em(), { postId: post.id });
    for (let i = 0; i < 3; i += 1)
      await transact(em(), async (tx) =>
        publishDomainEvent(tx, 'comment-created', { commentId: id, postId: post.id, userId }),
      );
    await events.settle();
    expect(await all()).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});

describe('push', () => {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  const subscribe = async (path: string) => {
    const { session } = await buildSession(em(), { userId: ana.id });
    return subscribePush(em(), { id: ana.id, sessionId: session.id } as never, {
      endpoint: receiverUrl + path,
      keys,
      push,
    });
  };

  it('is sent encrypted to each of the browsers, and is retried when the service is busy', async () => {
    await subscribe('/one');
    await subscribe('/two');
    pushStatus = 503;
    await comment((await buildPost(em(), { userId: ana.id })).id);
    await arrived(pushes, 2);
    pushStatus = 201;
    await arrived(pushes, 4);
    expect(pushes.map(({ path }) => path).toSorted()).toEqual(['/one', '/one', '/two', '/two']);
    expect(pushes[0]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
      authorization: expect.stringMatching(/^vapid t=/),
    });
    expect(pushes[0]?.size).toBeGreaterThan(100);
  });

  it('removes a browser that no longer exists, and follows no redirect', async () => {
    await subscribe('/gone');
    pushStatus = 410;
    await sendTest(em(), ana.id, 'push');
    await arrived(pushes, 1);
    await vi.waitFor(async () => expect(await em().count(PushSubscription, { userId: ana.id })).toBe(0));
    pushStatus = 302;
    await expect(
      push.send(
        { endpoint: `${receiverUrl}/moved`, keys },
        { id: '1', title: 'a', body: 'b', path: '/', tag: 't' },
        { isUrgent: true },
      ),
    ).rejects.toThrow();
    expect(pushes).toHaveLength(2);
  });

  it('keeps a browser whose service refuses the keys of this server', async () => {
    await subscribe('/refused');
    pushStatus = 403;
    await sendTest(em(), ana.id, 'push');
    await vi.waitFor(() => expect(String(failures[0])).toContain('refuses VAPID_PUBLIC_KEY'));
    expect(await em().count(PushSubscription, { userId: ana.id })).toBe(1);
    pushStatus = 201;
    await arrived(pushes, 2);
  });

  it('stores ten browsers, each address once, and none of an ended session', async () => {
    for (let i = 0; i < 12; i += 1) await subscribe(`/browser-${i}`);
    await subscribe('/browser-11');
    expect(await em().count(PushSubscription, { userId: ana.id })).toBe(10);
    await em().execute('delete from sessions where user_id = ?', [ana.id]);
    expect(await em().count(PushSubscription, { userId: ana.id })).toBe(0);
  });

  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://push.services.mozilla.com.evil.test/x', false],
    ['https://evil-push.services.mozilla.com.test/x', false],
    ['https://elsewhere.test/fcm.googleapis.com', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://fcm.googleapis.com@elsewhere.test/x', false],
    ['http://fcm.googleapis.com/x', false],
    ['http://localhost/x', false],
    ['file:///etc/passwd', false],
  ])('%s: %s', (endpoint, isAllowed) => {
    expect(push.isAllowed(endpoint)).toBe(isAllowed);
  });
});

describe('time', () => {
  it('brings back what was snoozed, unread and at the top, and deletes what has run out', async () => {
    const past = new Date(Date.now() - MINUTE_MS);
    const old = new Date(Date.now() - 2 * HOUR_MS);
    const snoozed = await buildNotification(em(), {
      userId: ana.id,
      snoozedUntil: past,
      read: true,
      createdAt: old,
      listedAt: old,
    });
    const later = await buildNotification(em(), { userId: ana.id, snoozedUntil: new Date(Date.now() + HOUR_MS) });
    const expired = await buildNotification(em(), { userId: ana.id, expiresAt: past });
    const ben = await buildUser(em());
    await em().execute(
      `insert into privacy_settings (id, user_id, quiet_hours)
        values (gen_random_uuid(), ?, '{"isOn": true, "from": "00:00", "to": "00:00", "zone": "UTC"}')`,
      [ben.id],
    );
    const quiet = await buildNotification(em(), { userId: ben.id, snoozedUntil: past });
    await Promise.all([returnSnoozed(em()), returnSnoozed(em())]);
    await events.settle();
    await pruneNotifications(em());
    const rows = new Map((await all()).map((row) => [row.id, row]));
    expect(rows.get(snoozed.id)).toMatchObject({ snoozedUntil: null, read: false, listedAt: past, createdAt: old });
    expect(rows.get(later.id)?.snoozedUntil).not.toBeNull();
    expect(rows.has(expired.id)).toBe(false);
    const logged = await em().find(UserLogEntry, { userId: { $in: [ana.id, ben.id] }, kind: 'notification' });
    expect(
      logged.map(({ payload }) => payload).toSorted((a, b) => Number(b['isAlert']) - Number(a['isAlert'])),
    ).toEqual([
      { notificationId: snoozed.id, isAlert: true },
      { notificationId: quiet.id, isAlert: false },
    ]);
  });
});
