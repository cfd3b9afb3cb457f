import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { migrate } from './commands.ts';
import { explainDatabaseError } from './start-error.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each([
  ['a wrong password', { password: 'wrong' }, /^The database refuses the user or the password.*password auth/],
  ['a missing database', { pathname: '/missing' }, /^The database that DATABASE_URL names does not exist.*"missing"/],
  ['missing TLS', { search: '?sslmode=require' }, /^The database offers no TLS/],
  [
    'an address where nothing listens',
    { port: '1' },
    /^The database \(DATABASE_URL\) cannot be reached: .*ECONNREFUSED/,
  ],
  ['several such', { host: '127.0.0.1:1,127.0.0.1:2' }, /cannot be reached: 127.0.0.1:1: .*; 127.0.0.1:2: /],
])('explains %s', async (_name, change, message) => {
  const { host, ...parts } = { host: undefined, ...change };
  const url = Object.assign(new URL(database.url), parts);
  const address = host === undefined ? url.href : url.href.replace(url.host, host);
  const error: unknown = await migrate(address).catch((reason: unknown) => reason);
  expect(explainDatabaseError(error)).toMatch(message);
});

it('does not explain an error of the program', () => {
  expect(explainDatabaseError(new TypeError('x is not a function'))).toBeNull();
});
