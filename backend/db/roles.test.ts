import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { runStatement, urlOf } from '../testing/template.ts';
import { createTestApp } from '../testing/test-app.ts';
import { migrate } from './commands.ts';
import { createPool, type Pool } from './pool.ts';
import { explainDatabaseError } from './start-error.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
const asOwner = (statement: string) => runStatement(database.ownerUrl, statement);
const migrateAsOwner = () => migrate(database.url, { migrateUrl: database.ownerUrl });
const rights = async (table: string) =>
  (
    await pool.query<{ right: string }>(
      `select r as right from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) r
        where has_table_privilege($1, r)`,
      [table],
    )
  ).rows.map(({ right }) => right);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the role of the server', () => {
  it.each([
    'create table more (id int)',
    'create table pgboss.more (id int)',
    'create schema more',
    'create index on users (bio)',
    'alter table users add more int',
    'alter table users rename to members',
    'drop table sessions',
    'truncate users cascade',
    'create role more superuser',
    'set role lyceum_owner',
    `set session_replication_role = 'replica'`,
    'create trigger more before insert on users execute function refuse_audit_change()',
    'alter table audit_log disable trigger audit_log_append_only',
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_append_only on audit_log',
    'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return old; end $$',
    'drop function remove_old_audit_entries',
    `update audit_log set event = 'nothing'`,
    'delete from audit_log',
    'truncate audit_log',
    'select 1 from audit_log for update',
    'delete from schema_migrations',
    `insert into schema_migrations (name, executed_at) values ('Migration20990101000000', now())`,
  ])('may not: %s', async (statement) => {
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('reads and writes rows', async () => {
    expect(await rights('users')).toEqual(['select', 'insert', 'update', 'delete']);
    expect(await rights('pgboss.job')).toEqual(['select', 'insert', 'update', 'delete']);
    expect(await rights('audit_log')).toEqual(['select', 'insert']);
    expect(await rights('schema_migrations')).toEqual(['select']);
  });

  it('deletes old entries of the audit log by a function that no one else may call', async () => {
    const { rows } = await pool.query(`select has_function_privilege(r.rolname, 'remove_old_audit_entries(int)',
      'execute') as may from pg_roles r where rolname in (current_user, 'pg_monitor') order by rolname`);
    expect(rows).toEqual([{ may: true }, { may: false }]);
    await pool.query(`insert into audit_log (id, at, event, outcome) values (uuidv7(), now() - interval '2 months', 'x',
      'success'), (uuidv7(), now(), 'x', 'success')`);
    const removed = await pool.query('select remove_old_audit_entries(1) as removed');
    expect(removed.rows).toEqual([{ removed: '1' }]);
    await expect(pool.query('select remove_old_audit_entries(-1)')).rejects.toThrow('at least one month');
  });
});

describe('migrate with a role of its own', () => {
  it('restores the rights of the server, and takes what it should not have', async () => {
    await asOwner('revoke select on users from lyceum_app; grant update, truncate on audit_log to lyceum_app');
    expect(await migrateAsOwner()).toEqual([]);
    expect(await rights('users')).toContain('select');
    expect(await rights('audit_log')).toEqual(['select', 'insert']);
  });

  it('leaves rights that are right untouched', async () => {
    const versions = async () =>
      (
        await pool.query(`select 'table' as kind, oid, xmin from pg_class where relnamespace::regnamespace::text in
            ('public', 'pgboss')
          union all select 'schema', oid, xmin from pg_namespace union all select 'function', oid, xmin from pg_proc
            where pronamespace::regnamespace::text in ('public', 'pgboss') order by kind, oid`)
      ).rows;
    const before = await versions();
    await migrateAsOwner();
    expect(await versions()).toEqual(before);
  });

  it('gives the rights on later tables', async () => {
    await asOwner('create table later (id int generated always as identity, name text)');
    await pool.query(`insert into later (name) values ('a')`);
    expect(await rights('later')).toEqual(['select', 'insert', 'update', 'delete']);
    await asOwner('drop table later');
  });

  it('refuses addresses of different databases', async () => {
    const other = await createTestDatabase();
    const error: unknown = await migrate(database.url, { migrateUrl: other.ownerUrl }).catch(
      (reason: unknown) => reason,
    );
    expect(explainDatabaseError(error)).toMatch(/^MIGRATE_URL and DATABASE_URL lead to different databases/);
    await other.drop();
  });

  it('leaves the rights of a role that migrates its own database', async () => {
    await migrate(database.ownerUrl, { migrateUrl: `${database.ownerUrl}?application_name=migrations` });
    const { rows } = await pool.query(`select has_table_privilege('lyceum_owner', 'audit_log', 'delete') as may`);
    expect(rows).toEqual([{ may: true }]);
  });

  it('names MIGRATE_URL to a server whose role cannot create the tables', async () => {
    const other = await createTestDatabase();
    await runStatement(other.ownerUrl, 'drop table schema_migrations');
    const error: unknown = await migrate(other.url).catch((reason: unknown) => reason);
    expect(explainDatabaseError(error)).toMatch(/MIGRATE_URL.*permission denied/);
    await other.drop();
  });
});

describe('a server that starts', () => {
  /** Starts a server with an address and returns its warnings about the role. */
  async function start(databaseUrl: string, migrateUrl?: string): Promise<unknown[]> {
    const warnings: unknown[] = [];
    const write = (line: string): void => {
      const { role, msg } = JSON.parse(line) as { role?: unknown; msg: string };
      if (msg.startsWith('the role of DATABASE_URL')) warnings.push(role);
    };
    const app = await createTestApp({ databaseUrl, migrateUrl }, pino({ level: 'warn' }, { write }));
    await app.close();
    return warnings;
  }

  it('warns of the role of a superuser', async () => {
    const name = new URL(database.url).pathname.slice(1);
    expect(await start(urlOf(inject('postgres').adminUrl, name))).toEqual([['is a superuser']]);
  });

  it('warns of the role that owns the tables', async () => {
    const all = ['owns tables', 'may create tables', 'may change the audit log'];
    expect(await start(database.ownerUrl)).toEqual([all]);
  });

  it('migrates with MIGRATE_URL, and does not warn of a role that only reads and writes rows', async () => {
    await asOwner('revoke insert on users from lyceum_app');
    expect(await start(database.url, database.ownerUrl)).toEqual([]);
    expect(await rights('users')).toContain('insert');
  });
});
