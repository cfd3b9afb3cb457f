import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { createTemplate } from '../backend/testing/create-template.ts';
import { findPort } from '../backend/testing/ports.ts';
import { copyTemplate, type TestDatabase } from '../backend/testing/template.ts';
import { startTestPostgres, type TestPostgres } from './postgres.ts';
import { checkOrReset } from './schema-reset.ts';
import { ROOT, type OpenDatabase } from './stack.ts';

let server: TestPostgres;
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  server = await startTestPostgres({ firstPort: await findPort() });
  await createTemplate(server);
  database = await copyTemplate(server, 'reset');
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(`insert into outbox (id, name, payload) values (gen_random_uuid(), 'x', '{}')`);
});
afterAll(async () => {
  await client.end();
  server.stop();
});

/** Checks the database while a user types a line. Returns what was printed, and how it ended. */
async function check(typed: string, changes: Partial<OpenDatabase> = {}, isTTY = true): Promise<[string, string]> {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY }), Object.assign(new PassThrough(), { isTTY })];
  const open = { databaseUrl: database.url, migrateUrl: database.ownerUrl, isEmbedded: true, wasRunning: false };
  const nothing = (): void => undefined;
  input.end(typed);
  const result = await checkOrReset(
    { ...open, env: { DATABASE_URL: '' }, stop: nothing, keepRunning: nothing, ...changes },
    { input, output },
  ).then(
    () => 'started',
    (error: Error) => error.message,
  );
  return [String(output.read() ?? ''), result];
}
const countRows = async () => (await client.query('select 1 from outbox')).rowCount;

it('starts on a database of this version without a question', async () => {
  expect(await check('reset\n')).toEqual(['', 'started']);
  expect(await countRows()).toBe(1);
});

it('resets a database of another version only on a terminal, and only when the word is typed', async () => {
  await client.query(`update schema_migrations set hash = repeat('0', 64)`);
  // As in a database from before the server had a role of its own.
  await client.query('revoke all on schema_migrations from lyceum_app');
  const refusal = expect.stringMatching(/^The database was made by another version.*npm run db -- reset/);
  expect(await check('reset\n', {}, false)).toEqual(['', refusal]);
  expect(await check('reset\n', { isEmbedded: false })).toEqual(['', refusal]);
  expect(await check('reset\n', { wasRunning: true })).toEqual(['', refusal]);
  for (const typed of ['\n', 'yes\n', '']) {
    const [printed, ended] = await check(typed);
    expect(printed).toMatch(/keep the data.*\nType "reset" to delete every row now/);
    expect(ended).toBe('Nothing was changed.');
  }
  expect(await countRows()).toBe(1);
  const [printed, ended] = await check('reset\n');
  expect(printed).toMatch(/The database is empty and current\.\n$/);
  expect(ended).toBe('started');
  expect(await countRows()).toBe(0);
  expect(await check('')).toEqual(['', 'started']);
});

it('lets `npm start` refuse a database of another version in one line, before it starts anything', async () => {
  await client.query(`update schema_migrations set hash = repeat('0', 64)`);
  const start = spawn(process.execPath, [join(ROOT, 'tools', 'start.ts')], {
    env: { ...process.env, DATABASE_URL: database.url, MIGRATE_URL: database.ownerUrl, PORT: String(await findPort()) },
  });
  const ended = once(start, 'exit');
  const [printed, failure] = await Promise.all([text(start.stdout), text(start.stderr)]);
  expect(await ended).toEqual([1, null]);
  expect(printed).toBe('');
  const [opened, refusal, ...rest] = failure.trim().split('\n');
  expect(opened).toMatch(/^Database: /);
  expect(refusal).toMatch(/^The database was made by another version.*keep the data.*npm run db -- reset/);
  expect(rest).toEqual([]);
});
