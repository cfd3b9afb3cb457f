import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/clock.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { recordAudit, removeOldEntries } from './audit.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Entry {
  actorId: string | null;
  ip: string | null;
  details: Record<string, unknown>;
}
const entriesOf = async (event: string, actorId?: string): Promise<Entry[]> =>
  (
    await app.pool.query<Entry>(
      `select actor_id as "actorId", ip, details from audit_log where event = $1 and ($2::uuid is null or actor_id = $2)
        order by at`,
      [event, actorId ?? null],
    )
  ).rows;
async function member(role: 'student' | 'creator' = 'student'): Promise<{ client: TestClient; id: string }> {
  const client = app.visitor();
  return { client, id: (await client.signUp(role)).id };
}
const signIn = (username: string, password: string) =>
  app.visitor().post('/api/login', { body: { username, password } });

describe('an entry', () => {
  it('names the account of a failed sign-in, and hides an unknown name behind a keyed hash', async () => {
    const { client, id } = await member();
    for (const name of [client.user?.username, client.user?.email?.toUpperCase()])
      expect((await signIn(String(name), 'wrong password')).status).toBe(401);
    expect(await entriesOf('authn_login_fail', id)).toMatchObject([{ ip: '127.0.0.1' }, { ip: '127.0.0.1' }]);
    await signIn('No.Such.Name', 'wrong password');
    await signIn('no.such.name', 'wrong password');
    const unknown = (await entriesOf('authn_login_fail')).filter(({ actorId }) => actorId === null);
    expect(unknown).toHaveLength(2);
    expect(unknown[0]?.details['loginHash']).toMatch(/^[0-9a-f]{64}$/);
    expect(unknown[1]?.details).toEqual(unknown[0]?.details);
    expect(JSON.stringify(unknown).toLowerCase()).not.toContain('no.such.name');
  });

  it('contains the address of a registration, a forgotten password, an export and a sign-out', async () => {
    const { client, id } = await member();
    await client.post('/api/account/export', { body: { password: client.password } });
    await app.visitor().post('/api/password/forgot', { body: { email: client.user?.email } });
    await client.post('/api/logout');
    for (const event of ['user_created', 'user_export_requested', 'authn_password_reset_requested', 'authn_logout'])
      await expect.poll(async () => (await entriesOf(event, id)).map(({ ip }) => ip)).toEqual(['127.0.0.1']);
  });

  it('is written for refused requests, once a minute for each account and kind', async () => {
    const { client, id } = await member('creator');
    for (let count = 0; count < 5; count += 1) {
      expect((await client.get('/api/posts')).status).toBe(403);
      expect((await client.put('/api/preferences', { headers: { 'csrf-token': 'forged' } })).status).toBe(403);
    }
    const kinds = ['authz_fail', 'csrf_fail'];
    for (const event of kinds) await expect.poll(() => entriesOf(event, id)).toHaveLength(1);
    expect(await entriesOf('authz_fail', id)).toMatchObject([
      { ip: '127.0.0.1', details: { code: 'ROLE_FORBIDDEN', method: 'GET', path: '/api/posts' } },
    ]);
    const other = await member('creator');
    await other.client.get('/api/posts');
    await expect.poll(() => entriesOf('authz_fail', other.id)).toHaveLength(1);
  });

  it('is written for a limit that was exceeded', async () => {
    const strict = await createTestApp({ limitFactor: 0.01 });
    const visitor = strict.visitor();
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push((await visitor.get('/api/meta')).status);
    expect(statuses).toContain(429);
    const count = async () =>
      (await strict.pool.query(`select ip from audit_log where event = 'excess_rate_limit_exceeded'`)).rows;
    await expect.poll(count).toEqual([{ ip: '127.0.0.1' }]);
    await strict.close();
  });
});

describe('the audit log', () => {
  it('cannot be changed, and is deleted by its retention alone', async () => {
    const event = `test_${newId()}`;
    await recordAudit(app.em(), { event });
    const changes = [
      `update audit_log set event = 'nothing' where event = '${event}'`,
      `delete from audit_log where event = '${event}'`,
      'truncate audit_log',
    ];
    const allowing = `set lyceum.audit_retention = 'on'`;
    for (const change of changes) {
      await expect(app.runAsOwner(change)).rejects.toThrow(/cannot be changed/);
      for (const attempt of [change, `${allowing}; ${change}`])
        await expect(app.pool.query(attempt)).rejects.toThrow('permission denied for table audit_log');
    }

    const insertOld = `insert into audit_log (id, at, event, outcome) values ($1, now() - $2::interval, $3, 'success')`;
    await app.pool.query(insertOld, [newId(), '14 months', `${event}_old`]);
    await app.pool.query(insertOld, [newId(), '12 months', `${event}_young`]);
    await removeOldEntries(app.em(), 13);
    expect(await entriesOf(`${event}_old`)).toEqual([]);
    for (const kept of [event, `${event}_young`]) expect(await entriesOf(kept)).toHaveLength(1);
    await expect(app.runAsOwner(`delete from audit_log where event = '${event}'`)).rejects.toThrow(/cannot be changed/);
    await expect(removeOldEntries(app.em(), 0)).rejects.toThrow();
  });
});
