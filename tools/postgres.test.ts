import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, reset } from '../backend/db/commands.ts';
import { findPort } from '../backend/testing/ports.ts';
import { urlOf } from '../backend/testing/template.ts';
import { APP_ROLE, OWNER_ROLE } from './postgres-roles.ts';
import { startPostgres, type EmbeddedPostgres } from './postgres.ts';

let dataDir: string;
let firstPort: number;
let server: EmbeddedPostgres;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lyceum-roles-'));
  chmodSync(dataDir, 0o755);
  firstPort = await findPort();
  server = await start();
});
afterAll(() => {
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startPostgres(dataDir, { isTest: true, firstPort });

async function run<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows as Row[];
    return rows;
  } finally {
    await client.end();
  }
}

const ROLES = `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
    as "isMore" from pg_roles where rolname like 'lyceum%' order by 1`;

it('creates two roles without further rights, whose passwords are closed to other users', async () => {
  expect(await run(server.adminUrl, ROLES)).toEqual([
    { name: 'lyceum', isMore: true },
    { name: APP_ROLE, isMore: false },
    { name: OWNER_ROLE, isMore: false },
  ]);
  const passwords = ['postgres', 'postgres-owner', 'postgres-app'].map((name) => {
    const path = join(dataDir, `${name}.password`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    return readFileSync(path, 'utf8');
  });
  expect(new Set(passwords).size).toBe(3);
});

it('lets the role of the server create nothing in the database, not even a temporary table', async () => {
  await migrate(server.databaseUrl, { migrateUrl: server.migrateUrl });
  for (const statement of ['create table more ()', 'create temporary table more ()', 'create schema more'])
    await expect(run(server.databaseUrl, statement)).rejects.toMatchObject({ code: '42501' });
});

it('makes a database of the time when the superuser was the only role the one of the owner', async () => {
  const asSuperuser = urlOf(server.adminUrl, 'lyceum');
  await run(server.adminUrl, 'drop database lyceum', `drop role ${OWNER_ROLE}`, `drop role ${APP_ROLE}`);
  await run(server.adminUrl, 'create database lyceum');
  await migrate(asSuperuser);
  await run(
    asSuperuser,
    'alter function remove_old_audit_entries security invoker',
    `insert into audit_log (id, at, event, outcome) values (uuidv7(), now() - interval '1 year', 'x', 'success')`,
  );
  server.stop();
  server = await start();
  expect(await migrate(server.databaseUrl, { migrateUrl: server.migrateUrl })).toEqual([]);
  expect(await run(server.databaseUrl, 'select remove_old_audit_entries(1) as removed')).toEqual([{ removed: '1' }]);
  const foreign = await run(
    asSuperuser,
    `select oid::regclass::text as name from pg_class c where relnamespace::regnamespace::text in ('public', 'pgboss')
        and relowner <> '${OWNER_ROLE}'::regrole
      union all select oid::regprocedure::text from pg_proc
        where pronamespace::regnamespace::text in ('public', 'pgboss') and proowner <> '${OWNER_ROLE}'::regrole`,
  );
  expect(foreign).toEqual([]);
  await reset(server.databaseUrl, { migrateUrl: server.migrateUrl });
  expect(await run(server.databaseUrl, 'select 1 from audit_log')).toEqual([]);
});
