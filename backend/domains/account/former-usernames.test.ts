import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountErasers } from '../../account-data.ts';
import { USER_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { createExportStore } from '../../gateways/export-store.ts';
import { createFileStore } from '../../gateways/file-store.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { pruneUsernames } from '../users/released-usernames.service.ts';
import { deleteDueAccounts } from './deletion.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const TAKEN = { status: 409, body: { code: 'USERNAME_EXISTS', message: 'Username already exists' } };
const join = async () => {
  const client = app.visitor();
  return { client, user: await client.signUp('teacher') };
};
const rename = (client: TestClient, username: string) => client.patch('/api/account', { body: { username } });
const isFree = async (username: string) =>
  (await app.visitor().get(`/api/username-available?u=${username}`)).body['available'];
const held = async () =>
  (await app.pool.query<{ username: string }>('select username from released_usernames')).rows.map(
    (row) => row.username,
  );

it('a username that was given up is held for its owner, who can take it back', async () => {
  const [ana, eve] = [await join(), await join()];
  const name = ana.user.username;
  expect(await rename(ana.client, `${name}-new`)).toMatchObject({ status: 200 });
  expect(await isFree(name)).toBe(false);
  expect(await rename(eve.client, name.toUpperCase())).toMatchObject(TAKEN);
  const visitor = app.visitor();
  await expect(visitor.signUp('student', { username: name })).rejects.toThrow(/409/);
  expect(await rename(ana.client, name)).toMatchObject({ status: 200, body: { username: name } });
  // The name in between is held now, and the one that was taken back is not.
  expect(await held()).toEqual([`${name}-new`]);
  expect(await rename(eve.client, `${name}-new`)).toMatchObject(TAKEN);
});

it('a change of capital letters holds nothing', async () => {
  const { client, user } = await join();
  expect(await rename(client, user.username.toUpperCase())).toMatchObject({ status: 200 });
  expect(await held()).not.toContain(user.username.toLowerCase());
});

it('a username is free again after some months', async () => {
  const [ana, eve] = [await join(), await join()];
  const name = ana.user.username;
  await rename(ana.client, `${name}-new`);
  const age = `update released_usernames set held_until = held_until - make_interval(months => $2, days => $3)
    where username = $1`;
  await app.pool.query(age, [name, USER_LIMITS.usernameHeldMonths, -1]);
  expect(await rename(eve.client, name)).toMatchObject(TAKEN);
  await app.pool.query(age, [name, 0, 2]);
  expect(await rename(eve.client, name)).toMatchObject({ status: 200 });
  // The former owner cannot take it back from the new one.
  expect(await rename(ana.client, name)).toMatchObject(TAKEN);
  await app.pool.query(`update released_usernames set held_until = now() - interval '1 s' where user_id = $1`, [
    eve.user.id,
  ]);
  await pruneUsernames(app.pool);
  expect(await held()).not.toContain(eve.user.username);
});

it('the username of a deleted account is held too, for no one', async () => {
  const [ana, eve] = [await join(), await join()];
  await ana.client.delete('/api/account', { body: { password: ana.client.password } });
  const deps = {
    forkEm: app.em,
    files: createFileStore(`${app.dataDir}/files`),
    archives: createExportStore(`${app.dataDir}/exports`),
    erasers: accountErasers,
  };
  await deleteDueAccounts(deps, new Date(Date.now() + 15 * DAY_MS));
  expect(await isFree(ana.user.username)).toBe(false);
  expect(await rename(eve.client, ana.user.username)).toMatchObject(TAKEN);
  const { rows } = await app.pool.query('select user_id from released_usernames where username = $1', [
    ana.user.username.toLowerCase(),
  ]);
  expect(rows).toEqual([{ user_id: null }]);
});

it('a member keeps a few names from others at most', async () => {
  const { client, user } = await join();
  for (let serial = 1; serial <= USER_LIMITS.usernamesHeldMax + 3; serial += 1)
    expect(await rename(client, `${user.username}-${serial}`)).toMatchObject({ status: 200 });
  const { rows } = await app.pool.query('select username from released_usernames where user_id = $1', [user.id]);
  expect(rows).toHaveLength(USER_LIMITS.usernamesHeldMax);
  expect(await isFree(user.username)).toBe(true);
});
