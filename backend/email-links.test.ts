import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEmail } from './testing/emails.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

/** Emails that arrived at the mail server, which refuses the first attempt at each link for the moment. */
const received: string[] = [];
let refusals = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const raw = Buffer.concat(parts).toString();
      const isRefused = raw.includes('token=') && refusals > 0;
      if (isRefused) refusals -= 1;
      else received.push(raw);
      done(isRefused ? Object.assign(new Error('busy'), { responseCode: 451 }) : null);
    });
  },
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  app = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

/** Returns every row of the job queue's tables, as text. */
async function dumpJobs(): Promise<string> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'pgboss'`,
  );
  const dumps = tables.map(({ name }) =>
    app.pool.query<{ row: string }>(`select t::text as row from pgboss.${name} t`),
  );
  return (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
}

/** Returns the token of the next link to an address, which arrives at the second attempt. */
async function nextToken(to: string, subject: string): Promise<string> {
  const find = () =>
    received.map(parseEmail).findLast((email) => email.to === to && email.subject === subject && email.link !== '');
  await expect.poll(() => refusals).toBe(0);
  const retried = () => app.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await expect.poll(async () => (await retried()) && find(), { interval: 100 }).toBeDefined();
  return find()?.link.split('#token=')[1] ?? '';
}

it('stores no usable link in the job queue, and sends one that works after a failed attempt', async () => {
  const client = app.visitor();
  refusals = 1;
  const { email } = await client.signUp('student');
  const tokens = [await nextToken(email, 'Confirm your email address')];
  expect((await app.visitor().post('/api/email/verify', { body: { token: tokens[0] } })).status).toBe(200);

  refusals = 1;
  const newEmail = `new-${email}`;
  await client.post('/api/email/change', { body: { newEmail, password: client.password } });
  tokens.push(await nextToken(newEmail, 'Confirm your email address'));
  expect((await app.visitor().post('/api/email/verify', { body: { token: tokens[1] } })).body).toEqual({
    email: newEmail,
  });

  refusals = 1;
  await app.visitor().post('/api/password/forgot', { body: { email: newEmail } });
  tokens.push(await nextToken(newEmail, 'Choose a new password'));
  const dump = await dumpJobs();
  const password = 'a second long password';
  const reset = await app.visitor().post('/api/password/reset', { body: { token: tokens[2], password } });
  expect(reset.status).toBe(204);

  expect(dump).toContain(email);
  expect(dump).not.toContain('token=');
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(dump).not.toContain(token);
  }
});
