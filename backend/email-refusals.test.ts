import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/** Codes of the next responses to a command: the sender, the recipient and the content; without one it is accepted. */
const next: Record<'MAIL' | 'RCPT' | 'DATA', number[]> = { MAIL: [], RCPT: [], DATA: [] };
const received: string[] = [];
function respond(command: keyof typeof next, done: (error?: Error | null) => void): void {
  const responseCode = next[command].shift();
  done(responseCode === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode }));
}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onMailFrom: (_address, _session, done) => respond('MAIL', done),
  onRcptTo: (_address, _session, done) => respond('RCPT', done),
  onData: (stream, session, done) => {
    stream.resume().once('end', () =>
      respond('DATA', (error) => {
        if (!error) received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done(error);
      }),
    );
  },
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  app = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` });
});
beforeEach(() => {
  for (const codes of Object.values(next)) codes.length = 0;
  received.length = 0;
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const isRefused = async (client: TestClient) => (await client.get('/api/account')).body['isEmailRefused'];
const jobsOf = async (client: TestClient) =>
  (
    await app.pool.query<{ state: string }>(
      `select state from pgboss.job where name = 'send-email' and data ->> 'to' = $1 order by created_on`,
      [client.user?.email],
    )
  ).rows.map(({ state }) => state);
const resend = (client: TestClient) => client.post('/api/email/verification');

it('a member sees that the address is refused, until an email is accepted', async () => {
  next.RCPT.push(550);
  const [member, other] = [app.visitor(), app.visitor()];
  await member.signUp('student');
  await expect.poll(() => isRefused(member)).toBe(true);
  await other.signUp('student');
  await expect.poll(() => received).toEqual([other.user?.email]);
  expect([await isRefused(member), await isRefused(other)]).toEqual([true, false]);
  expect((await resend(member)).status).toBe(202);
  await expect.poll(() => isRefused(member)).toBe(false);
  expect(received).toEqual([other.user?.email, member.user?.email]);
});

it.each([
  ['the sender', 'MAIL', 550],
  ['the content', 'DATA', 554],
] as const)('a refusal of %s says nothing about the address', async (_what, command, code) => {
  next[command].push(code);
  const member = app.visitor();
  await member.signUp('student');
  await expect.poll(() => jobsOf(member)).toEqual(['completed']);
  expect(received).toEqual([]);
  expect(await isRefused(member)).toBe(false);
});
