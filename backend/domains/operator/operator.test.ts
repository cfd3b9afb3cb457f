import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { buildConnection, buildEvent, buildMessage } from '../../testing/builders.ts';
import { runCommand } from '../../../tools/admin/run.ts';
import { LauncherError } from '../../../tools/postgres.ts';
import { connectLiveClient } from '../../testing/two-clients.ts';
import { TwoFactor } from '../auth/two-factor.entity.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

let app: TestApp;
let reporter: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  reporter = await signUp('teacher');
});
afterAll(() => app.close());

async function signUp(role: Role): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role);
  return client;
}

/** How a command ended, and what it printed. */
interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The first line on standard error, which names the database. */
const DATABASE = /^Database: test_\w+ on 127\.0\.0\.1:\d+\n/;

/** Runs the command as an operator does, beside the running server. */
function adminProcess(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: app.databaseUrl };
    execFile(process.execPath, [join(ROOT, 'tools', 'admin.ts'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr: stderr.replace(DATABASE, '') });
    });
  });
}

/** Does what the program of {@link adminProcess} does, in this process, which takes a twentieth of the time. */
async function admin(...args: string[]): Promise<Outcome> {
  try {
    const text = await runCommand(args, async () => ({ databaseUrl: app.databaseUrl, close: () => undefined }));
    return { code: 0, stdout: `${text}\n`, stderr: '' };
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    return { code: 1, stdout: '', stderr: `${error.message}\n` };
  }
}

async function post(author: TestClient, content: string): Promise<string> {
  return String((await author.post('/api/posts', { body: { content } })).body['id']);
}

async function report(targetType: string, targetId: string): Promise<string> {
  return String((await reporter.post('/api/reports', { body: { targetType, targetId, reason: 'spam' } })).body['id']);
}

const audit = async (event: string) =>
  (
    await app.pool.query<{ target_id: string; details: Record<string, unknown> }>(
      'select target_id, details from audit_log where event = $1 order by at desc',
      [event],
    )
  ).rows;
const nameOf = (client: TestClient) => client.user?.username ?? '';

describe('npm run admin -- reports', () => {
  it('lists and shows open reports', async () => {
    const author = await signUp('student');
    const postId = await post(author, 'Cheap essays\u001b[2J, all subjects');
    const id = await report('post', postId);
    const list = await adminProcess('reports', 'list');
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(list.stdout).toContain(id);
    expect(list.stdout).toContain(`@${nameOf(author)}`);
    const shown = await admin('reports', 'show', id, '--operator', 'Anna');
    expect((await audit('report_read'))[0]).toMatchObject({ target_id: id, details: { operator: 'Anna' } });
    expect((await admin('reports', 'show', id)).code).toBe(1);
    expect(shown.stdout).toMatch(/text\s+\| Cheap essays\[2J, all subjects/);
    expect(shown.stdout).not.toContain('\u001b');
  });

  it('lists each target once, the one reported first on top, and says when more exist', async () => {
    const [first, second] = [await post(reporter, 'Reported first'), await post(reporter, 'Reported second')];
    const send = async (targetId: string, reason: string) => {
      const body = { targetType: 'post', targetId, reason };
      return String((await (await signUp('student')).post('/api/reports', { body })).body['id']);
    };
    const oldest = await send(first, 'spam');
    const later = [await send(second, 'spam'), await send(second, 'hate')];
    await app.pool.query(
      `update reports set created_at = created_at - interval '2 days' + case when id = $1 then '0' else '1 day' end
        ::interval where id = any($2)`,
      [oldest, [oldest, ...later]],
    );
    const { rows } = await app.pool.query<{ count: number }>(
      `select count(distinct (target_type, target_id))::int as count from reports where status = 'open'`,
    );
    const [heading, top, last, ...rest] = (await admin('reports', 'list', '--limit', '1')).stdout.split('\n');
    expect(heading).toMatch(/^report +when/);
    expect(top).toContain(oldest);
    expect([last, rest]).toEqual([`1 of ${rows[0]?.count} targets are shown; --limit shows more`, ['']]);
    const all = (await admin('reports', 'list')).stdout;
    expect(all).not.toContain('targets are shown');
    expect(all.split('\n')[2]).toContain(`${later[0]} `);
    expect(all.split('\n')[2]).toContain('post (2 reports)');
    expect(all).not.toContain(later[1]);
    const shown = (await admin('reports', 'show', later[0] ?? '', '--operator', 'Anna')).stdout;
    expect(shown).toMatch(new RegExp(`other reports +${later[1]} \\d{4}-[^@]+ UTC @\\S+ hate\\n`));
  });

  it('removes a post as its author would: counters, live screens, every report of it, the audit log', async () => {
    const author = await signUp('student');
    const postId = await post(author, 'Take this down');
    const other = await signUp('teacher');
    await other.post(`/api/posts/${postId}/share`, { body: {} });
    const id = await report('post', postId);
    await other.post('/api/reports', { body: { targetType: 'post', targetId: postId, reason: 'hate' } });
    const live = await connectLiveClient(reporter);
    expect(await live.ask('join-room', `post-${postId}`)).toEqual({ ok: true });
    const { code, stdout } = await admin('reports', 'remove-content', id, '--operator', 'Anna', '--note', 'clear case');
    expect([code, stdout]).toEqual([0, 'Removed. 2 reports are closed.\n']);
    // The server's sweep finds what the command left in the outbox.
    await vi.waitFor(() =>
      expect(live.frames).toContainEqual({ name: 'post-deleted', payload: expect.objectContaining({ id: postId }) }),
    );
    live.close();
    expect((await reporter.get(`/api/posts/${postId}`)).status).toBe(404);
    expect((await reporter.get(`/api/users/${other.user?.id}/posts`)).body).toEqual([]);
    expect((await audit('content_removed'))[0]).toMatchObject({
      target_id: postId,
      details: { operator: 'Anna', note: 'clear case', author: author.user?.id },
    });
    expect((await admin('reports', 'list', '--status', 'removed')).stdout).toContain(id);
  });

  it('removes a comment and counts down', async () => {
    const author = await signUp('student');
    const postId = await post(author, 'Discuss');
    const comment = await (await signUp('student')).post('/api/comments', { body: { postId, content: 'rude' } });
    const id = await report('comment', String(comment.body['id']));
    expect((await admin('reports', 'remove-content', id, '--operator', 'Anna')).stdout).toBe(
      'Removed. 1 report is closed.\n',
    );
    expect((await reporter.get(`/api/posts/${postId}`)).body).toMatchObject({ comments: 0 });
  });

  it('shows the messages before a reported one to `show` alone, and removes it for both', async () => {
    const author = await signUp('teacher');
    const [authorId, reporterId] = [author.user?.id ?? '', reporter.user?.id ?? ''];
    await buildConnection(app.em(), { userId: authorId, connectedUserId: reporterId });
    const write = async (sender: TestClient, receiverId: string, content: string) =>
      String((await sender.post('/api/messages', { body: { receiverId, content, clientId: uuidv7() } })).body['id']);
    await write(reporter, authorId, 'Please stop');
    await write(author, reporterId, 'First line\n2026-01-01 00:00 UTC @anna: forged');
    const messageId = await write(author, reporterId, 'The insult');
    const id = await report('message', messageId);
    const list = (await admin('reports', 'list')).stdout;
    expect(list).toContain('The insult');
    expect(list).not.toContain('Please stop');
    const shown = (await admin('reports', 'show', id, '--operator', 'Anna')).stdout;
    expect(shown).toMatch(/text +\| The insult/);
    expect(shown).toMatch(new RegExp(`messages before +\\d{4}-[^@]+ UTC @${nameOf(reporter)}:\\n +\\| Please stop\\n`));
    expect(shown).toMatch(
      new RegExp(` UTC @${nameOf(author)}:\\n +\\| First line\\n +\\| 2026-01-01 00:00 UTC @anna: forged`),
    );

    const live = await connectLiveClient(reporter);
    expect((await admin('reports', 'remove-content', id, '--operator', 'Anna')).stdout).toBe(
      'Removed. 1 report is closed.\n',
    );
    await vi.waitFor(() =>
      expect(live.frames).toContainEqual({
        name: 'message-updated',
        payload: expect.objectContaining({ id: messageId, content: '', deletedAt: expect.any(String) }),
      }),
    );
    live.close();
    expect((await author.get(`/api/messages/${reporterId}`)).body).toMatchObject([
      { id: messageId, content: '', deletedAt: expect.any(String) },
      {},
      {},
    ]);
    expect((await admin('reports', 'remove-content', id, '--operator', 'Anna')).stdout).toContain('already removed');
  });

  it('shows the last messages of a conversation, which has no content to remove', async () => {
    const author = await signUp('teacher');
    const message = await buildMessage(app.em(), {
      senderId: author.user?.id ?? '',
      receiverId: reporter.user?.id ?? '',
      content: 'Answer me',
    });
    const id = await report('conversation', message.conversationId);
    expect((await admin('reports', 'show', id, '--operator', 'Anna')).stdout).toMatch(
      /last messages .*:\n +\| Answer me\n/,
    );
    expect(await admin('reports', 'remove-content', id, '--operator', 'Anna')).toMatchObject({
      code: 1,
      stderr: 'This report is about a conversation: suspend the account or dismiss the report\n',
    });
    const suspended = await admin('reports', 'suspend-user', id, '--operator', 'Anna', '--reason', 'harassment');
    expect(suspended.stdout).toContain(`@${nameOf(author)} is suspended`);
  });

  it('cancels an event, also a past one, and removes its texts', async () => {
    const host = await signUp('teacher');
    const event = await buildEvent(app.em(), { userId: host.user?.id ?? '', title: 'Buy essays', isVirtual: true });
    const past = await buildEvent(app.em(), { date: new Date('2026-01-01T10:00:00Z'), title: 'Bought essays' });
    await reporter.put(`/api/events/${event.id}/rsvp`, { body: { status: 'going' } });
    const live = await connectLiveClient(reporter);
    for (const eventId of [event.id, past.id]) {
      const id = await report('event', eventId);
      expect((await admin('reports', 'remove-content', id, '--operator', 'Anna')).stdout).toContain('Removed.');
      const view = { title: 'Removed event', description: '', location: '', state: 'cancelled' };
      expect((await reporter.get(`/api/events/${eventId}`)).body).toMatchObject(view);
    }
    await vi.waitFor(() =>
      expect(live.frames).toContainEqual({
        name: 'event-updated',
        payload: expect.objectContaining({ id: event.id, title: 'Removed event', state: 'cancelled' }),
      }),
    );
    live.close();
    const id = await report('event', event.id);
    expect((await admin('reports', 'remove-content', id, '--operator', 'Anna')).stdout).toContain('already removed');
    // A host may have named and cancelled it so.
    await app.pool.query(`update events set description = 'Hateful' where id = $1`, [event.id]);
    const again = await report('event', event.id);
    expect((await admin('reports', 'remove-content', again, '--operator', 'Anna')).stdout).toContain('Removed.');
    expect((await reporter.get(`/api/events/${event.id}`)).body).toMatchObject({ description: '' });
  });

  it('dismisses, and accepts a new report afterwards', async () => {
    const author = await signUp('student');
    const postId = await post(author, 'Nothing wrong here');
    const id = await report('post', postId);
    expect((await admin('reports', 'dismiss', id, '--operator', 'Anna')).stdout).toBe(
      'Dismissed. 1 report is closed.\n',
    );
    expect((await reporter.get(`/api/posts/${postId}`)).status).toBe(200);
    expect(await report('post', postId)).not.toBe(id);
  });

  it('does nothing without an operator, a report or a known command', async () => {
    const id = await report('user', (await signUp('student')).user?.id ?? '');
    expect(await adminProcess('reports', 'dismiss', id)).toMatchObject({
      code: 1,
      stderr: 'Missing operator: --operator NAME\n',
    });
    expect(await admin('reports', 'remove-content', id, '--operator', 'Anna')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('suspend'),
    });
    expect(await admin('reports', 'show', 'x', '--operator', 'Anna')).toMatchObject({ code: 1 });
    const unknown = await adminProcess('reports', 'burn');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('reports list')]);
  });
});

describe('npm run admin -- users', () => {
  it('suspends at once and ends the suspension', async () => {
    const author = await signUp('student');
    const { username = '', id: userId = '' } = author.user ?? {};
    const postId = await post(author, 'Hidden while I am');
    const id = await report('user', userId);
    const live = await connectLiveClient(author);
    const reason = ['--reason', 'repeated spam'];
    const suspended = await adminProcess('reports', 'suspend-user', id, '--operator', 'Anna', ...reason);
    expect(suspended.stdout).toBe(`@${username} is suspended and was signed out on 1 device. 1 report is closed.\n`);
    // The command is another process; the server uses a loaded session for up to two seconds.
    await expect.poll(async () => (await author.get('/api/user')).status).toBe(401);
    expect(await live.cut()).toBe('io server disconnect');
    for (const path of [`/api/posts/${postId}`, `/api/users/${userId}`])
      expect((await reporter.get(path)).status).toBe(404);

    const login = { username, password: author.password };
    const visitor = app.visitor();
    expect(await visitor.post('/api/login', { body: login })).toMatchObject({
      status: 401,
      body: { message: 'This account is suspended: repeated spam' },
    });
    expect(
      (await visitor.post('/api/login', { body: { ...login, password: 'wrong wrong wrong' } })).body['message'],
    ).toBe('Invalid username or password');

    expect((await admin('users', 'unsuspend', `@${username}`, '--operator', 'Anna')).stdout).toBe(
      `@${username} can log in again.\n`,
    );
    expect((await app.visitor().post('/api/login', { body: login })).status).toBe(200);
    expect((await reporter.get(`/api/posts/${postId}`)).status).toBe(200);
    expect((await audit('user_suspended'))[0]).toMatchObject({
      target_id: userId,
      details: { operator: 'Anna', reason: 'repeated spam', devices: 1 },
    });
  });

  it('is not undone by a member who had requested the deletion of the account', async () => {
    const person = await signUp('student');
    const login = { username: nameOf(person), password: person.password };
    await person.delete('/api/account', { body: { password: person.password } });
    person.forgetToken();
    expect((await person.post('/api/login', { body: login })).status).toBe(202);
    person.forgetToken();
    await admin('users', 'suspend', nameOf(person), '--operator', 'Anna', '--reason', 'spam');
    expect((await person.post('/api/login/keep-account')).status).toBe(401);
    expect((await person.get('/api/user')).status).toBe(401);
    await person.post('/api/password/forgot', { body: { email: person.user?.email } });
    const { rows } = await app.pool.query('select suspended_at, deactivated_at from users where id = $1', [
      person.user?.id,
    ]);
    expect(rows).toEqual([{ suspended_at: expect.any(Date), deactivated_at: expect.any(Date) }]);
  });

  it('does not open an account that its owner had closed', async () => {
    const person = await signUp('student');
    await app.pool.query(`update users set deactivated_at = now() - interval '1 day' where id = $1`, [person.user?.id]);
    await admin('users', 'suspend', nameOf(person), '--operator', 'Anna', '--reason', 'spam');
    await admin('users', 'unsuspend', nameOf(person), '--operator', 'Anna');
    expect(
      (await app.pool.query('select deactivated_at, suspended_at from users where id = $1', [person.user?.id])).rows,
    ).toEqual([{ deactivated_at: expect.any(Date), suspended_at: null }]);
  });

  it('prints the whole name of an account that awaits approval, and approves that name', async () => {
    const fullName = `${'School of the Village by the Lake and the Wood'.padEnd(60, '.')} Example University`;
    const school = app.visitor();
    await school.signUp('institution', { fullName });
    await app.pool.query('update users set is_awaiting_approval = true where id = $1', [school.user?.id]);
    const { stdout } = await admin('users', 'awaiting');
    expect(stdout).toContain(fullName);
    const [, revision = ''] = new RegExp(`@${nameOf(school)} +([0-9a-f]{32}) `).exec(stdout) ?? [];
    const approve = (read: string) =>
      admin('users', 'approve', nameOf(school), '--revision', read, '--operator', 'Anna');
    expect((await approve('0'.repeat(32))).code).toBe(1);
    expect((await approve(revision)).stdout).toContain(`with the name “${fullName}”`);
  });

  it('changes a role and signs out', async () => {
    const person = await signUp('student');
    const { stdout } = await admin('users', 'role', nameOf(person), 'teacher', '--operator', 'Anna');
    expect(stdout).toBe(`@${nameOf(person)} was student and is teacher now, signed out everywhere.\n`);
    expect((await person.get('/api/user')).status).toBe(401);
    expect((await admin('users', 'show', nameOf(person))).stdout).toMatch(/role\s+teacher/);
    expect((await audit('user_role_changed'))[0]).toMatchObject({
      details: { operator: 'Anna', from: 'student', to: 'teacher' },
    });
    expect((await admin('users', 'role', nameOf(person), 'king', '--operator', 'Anna')).code).toBe(1);
  });

  it('removes the second factor of a user who lost it', async () => {
    const person = await signUp('student');
    const em = app.em();
    em.create(TwoFactor, { userId: person.user?.id ?? '', secret: Buffer.from('sealed'), enabledAt: new Date() });
    await em.flush();
    const login = () =>
      app.visitor().post('/api/login', { body: { username: nameOf(person), password: person.password } });
    expect((await login()).status).toBe(202);
    expect((await admin('users', 'drop-two-factor', nameOf(person), '--operator', 'Anna')).stdout).toBe(
      `@${nameOf(person)} now logs in with the password only.\n`,
    );
    await expect.poll(async () => (await person.get('/api/user')).status).toBe(401);
    expect((await login()).status).toBe(200);
    expect((await audit('two_factor_removed'))[0]).toMatchObject({
      target_id: person.user?.id,
      details: { operator: 'Anna' },
    });
    expect((await admin('users', 'drop-two-factor', nameOf(person), '--operator', 'Anna')).stdout).toContain(
      'has no two-factor sign-in',
    );
  });
});
