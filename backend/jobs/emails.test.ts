import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createJobQueue, type JobQueue } from '../db/job-queue.ts';
import { ormConfig } from '../db/mikro-orm.config.ts';
import { entities } from '../entities.ts';
import { transact } from '../db/transact.ts';
import { createMailer, EMAIL_JOB, queueEmail, type Mailer, type QueuedEmail } from '../gateways/email.ts';
import { createSecretBox } from '../gateways/secret-box.ts';
import { createTestDatabase } from '../testing/database.ts';

const received: { to: string[]; raw: string }[] = [];
let answers: (Error | null)[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, done) => done(answers.shift()),
  onData: (stream, session, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      received.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(parts).toString(),
      });
      done();
    });
  },
});
const smtpAnswer = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode });

const box = createSecretBox('a key for tests that is long enough');
const smtpUrl = () => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let queue: JobQueue;
let mailer: Mailer;
const failures: unknown[] = [];
const warn = vi.fn();
const folder = mkdtempSync(join(tmpdir(), 'lyceum-mail-'));
const settings = {
  from: 'Lyceum <lyceum@example.test>',
  folder,
  publicUrl: 'https://lyceum.example',
  log: { info: vi.fn(), warn },
};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  database = await createTestDatabase();
  orm = await MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
  mailer = createMailer({ ...settings, smtpUrl: smtpUrl() });
  queue = createJobQueue({
    databaseUrl: database.url,
    orm,
    box,
    maintenanceSeconds: 1,
    onError: (error) => failures.push(error),
  });
  await queue.start([
    {
      name: EMAIL_JOB,
      retryDelaySeconds: 1,
      run: (email: QueuedEmail, { id }) => mailer.send(id, email),
    },
  ]);
});
beforeEach(() => {
  received.length = 0;
  answers = [];
  warn.mockClear();
});
afterAll(async () => {
  await queue.stop();
  mailer.close();
  await orm.close();
  await database.drop();
  await new Promise<void>((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const mailTo = (to: string, name = 'Ana'): QueuedEmail => ({
  to,
  template: 'address-taken',
  data: { name, path: '/auth?verify=secret' },
});
const queued = (mail: QueuedEmail) => transact(orm.em.fork(), (tx) => queueEmail(tx, mail));
const arrived = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count), { interval: 100 });

it('is sent after the commit, once, and never after a rollback', async () => {
  await expect(
    transact(orm.em.fork(), async (tx) => {
      await queueEmail(tx, mailTo('undone@example.test'));
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await queued(mailTo('ana@example.test'));
  await arrived(1);
  expect(received[0]?.to).toEqual(['ana@example.test']);
  expect(received[0]?.raw).toContain('Subject: You already have an account');
  expect(received[0]?.raw).toMatch(/Message-ID: <[0-9a-f-]{36}@lyceum\.example>/);
  const left = await orm.em
    .fork()
    .execute<{ state: string }[]>(`select state from pgboss.job where name = 'send-email'`);
  expect(left.map(({ state }) => state)).not.toContain('failed');
});

it('leaves its job for ten minutes', async () => {
  const select = async (to: string) =>
    (await orm.em.fork().execute(`select state from pgboss.job where data ->> 'to' = ?`, [to])).length;
  await queued(mailTo('old@example.test'));
  await queued(mailTo('recent@example.test'));
  await arrived(2);
  const age = `update pgboss.job set completed_on = now() - ? * interval '1 second'
    where data ->> 'to' = ? and state = 'completed' returning id`;
  const aged = async (to: string, seconds: number) => (await orm.em.fork().execute(age, [seconds, to])).length;
  await expect.poll(() => aged('recent@example.test', 500)).toBe(1);
  await expect.poll(() => aged('old@example.test', 700)).toBe(1);
  await expect.poll(() => select('old@example.test')).toBe(0);
  expect(await select('recent@example.test')).toBe(1);
});

it('is tried again when the server is busy, under the same Message-ID', async () => {
  answers = [smtpAnswer(451), null];
  await queued(mailTo('busy@example.test'));
  await arrived(1);
  expect(failures).toHaveLength(1);
});

it('is given up when the server refuses the address for good', async () => {
  answers = [smtpAnswer(550)];
  await queued(mailTo('nobody@example.test'));
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(received).toHaveLength(0);
});

it('is not sent to a server that offers no TLS where TLS is required', async () => {
  const strict = createMailer({ ...settings, smtpUrl: smtpUrl(), mustEncrypt: true });
  await expect(strict.send('0191', mailTo('ana@example.test'))).rejects.toThrow(/STARTTLS/);
  strict.close();
  expect(received).toHaveLength(0);
});

it('survives a database that cuts every connection', async () => {
  await orm.em.fork().execute(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid()`,
  );
  await queued(mailTo('later@example.test'));
  await arrived(1);
});

it('shows user input as text, in the body and in the headers', async () => {
  await queued(mailTo('ana@example.test', '<img src=x>\r\nBcc: other@example.test'));
  await arrived(1);
  expect(received[0]?.to).toEqual(['ana@example.test']);
  expect(received[0]?.raw.split('Content-Type: text/html')[1]).not.toContain('<img');
  expect(received[0]?.raw.split('\r\n\r\n')[0]).not.toContain('Bcc');
});

it('becomes a file that the log names when there is no server', async () => {
  const toFolder = createMailer({ ...settings, smtpUrl: undefined });
  await toFolder.send('0190', {
    to: 'ana@example.test',
    template: 'notification',
    data: {
      name: 'Ana',
      title: 'A title',
      content: 'Words',
      path: 'https://elsewhere.test/x',
      reason: 'Because',
      settingsPath: '/settings#notifications',
    },
  });
  const [file] = readdirSync(folder);
  expect(settings.log.info).toHaveBeenCalledWith({ file: join(folder, String(file)) }, expect.any(String));
  const text = readFileSync(join(folder, String(file)), 'utf8');
  expect(text).toContain('Subject: A title');
  expect(text).not.toContain('elsewhere.test');
});
