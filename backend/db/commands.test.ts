import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../entities.ts';
import { createTestDatabase } from '../testing/database.ts';
import { migrate, reset, seed } from './commands.ts';
import { ormConfig } from './mikro-orm.config.ts';
import { createPool, query } from './pool.ts';
import { demoAccounts } from './seeds/accounts.ts';

const execute = promisify(execFile);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Both addresses of the database, as `migrate` and `reset` receive them. */
const addresses = () => [database.url, { migrateUrl: database.ownerUrl }] as const;
const empty = () => client.query('drop schema public cascade; create schema public');

/**
 * Columns, constraints and indexes of every table but the migrator's own, as text that can be compared, without the
 * triggers, which no entity describes.
 */
async function catalog(): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attgenerated,
        pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
        and c.relnamespace = 'public'::regnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attnum > 0
        and c.relname <> 'schema_migrations'
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'schema_migrations'
        and contype <> 't'
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations'
    order by 1`);
  return rows.map((row) => row.line);
}

describe('migrate', () => {
  it('ends with the schema of the entities', async () => {
    await empty();
    await migrate(...addresses());
    const migrated = await catalog();
    const orm = await MikroORM.init(ormConfig({ databaseUrl: database.ownerUrl, entities }));
    expect((await orm.schema.getUpdateSchemaSQL({ dropTables: false })).trim()).toBe('');
    await empty();
    await orm.schema.create();
    expect(await catalog()).toEqual(migrated);
    expect(migrated.length).toBeGreaterThan(200);
    await orm.close();
  });

  it('runs each migration once when three processes start together', async () => {
    await empty();
    const ran = await Promise.all([migrate(...addresses()), migrate(...addresses()), migrate(...addresses())]);
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(...addresses())).toEqual([]);
  });

  it('reports that it waits while another process migrates', async () => {
    await client.query('select pg_advisory_lock(1306246270)');
    const waiting = Promise.withResolvers<void>();
    const migrated = migrate(database.url, { migrateUrl: database.ownerUrl, onWait: waiting.resolve });
    await waiting.promise;
    await client.query('select pg_advisory_unlock(1306246270)');
    expect(await migrated).toEqual([]);
  });

  it('refuses a database that another version migrated', async () => {
    await client.query(`insert into schema_migrations (name, executed_at) values ('Migration20200101000000', now())`);
    await expect(migrate(...addresses())).rejects.toThrow('npm run db -- reset');
    await client.query(`delete from schema_migrations where name = 'Migration20200101000000'`);
  });

  it('runs as a command with the role of MIGRATE_URL, and gives the role of DATABASE_URL its rights', async () => {
    await empty();
    const env = { ...process.env, DATABASE_URL: database.url, MIGRATE_URL: database.ownerUrl };
    const run = (...args: string[]) => execute(process.execPath, [join('tools', 'db.ts'), ...args], { env });
    expect((await run('migrate')).stdout).toMatch(/^Ran Migration20261122000000Initial\b.*\.\n$/);
    const pool = createPool(database.url, { max: 1 });
    expect((await pool.query('select 1 from users')).rowCount).toBe(0);
    expect((await run('reset')).stdout).toBe('The database is empty and current.\n');
    expect((await pool.query('select 1 from users')).rowCount).toBe(0);
    await pool.end();
  });

  it('lets operator commands name their settings in a file, and prints the database without the password', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-settings-'));
    const file = join(folder, 'server.env');
    writeFileSync(file, `DATABASE_URL='${database.url}'\nMIGRATE_URL='${database.ownerUrl}'\nDATA_DIR='${folder}'\n`);
    const { hostname, port, password, pathname } = new URL(database.url);
    const named = `Database: ${pathname.slice(1)} on ${hostname}:${port}\n`;
    const { DATABASE_URL: _, ...env } = process.env;
    const run = (task: string, ...args: string[]) =>
      execute(process.execPath, [join('tools', `${task}.ts`), '--env-file', file, ...args], { env });
    const admin = await run('admin', 'users', 'awaiting');
    expect(admin).toMatchObject({ stdout: 'No account awaits approval.\n', stderr: named });
    expect(await run('db', 'migrate')).toMatchObject({ stdout: 'The database is current.\n', stderr: named });
    expect(password).not.toBe('');
    rmSync(folder, { recursive: true });
  });

  it('states a delete rule for every reference', async () => {
    const { rows } = await client.query(
      `select conname from pg_constraint where contype = 'f' and confdeltype not in ('c', 'n')
        and connamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
  });
});

describe('reset', () => {
  it('deletes every row and not the tables', async () => {
    await client.query(`insert into outbox (id, name, payload) values (gen_random_uuid(), 'x', '{}')`);
    await reset(...addresses());
    expect((await client.query('select 1 from outbox')).rowCount).toBe(0);
  });
});

describe('seed', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'lyceum-seed-'));
    await reset(...addresses());
    expect(await seed(database.url, dataDir)).toBe(true);
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('does nothing to a database with accounts', async () => {
    expect(await seed(database.url, dataDir)).toBe(false);
  });

  it('creates the accounts that the sign-in page names', async () => {
    for (const { username, role } of demoAccounts) {
      expect((await client.query('select role from users where username = $1', [username])).rows).toEqual([{ role }]);
    }
  });

  it('sets every counter to the number of its rows', async () => {
    const { rows } = await client.query(`select id from posts p
      where likes <> (select count(*) from post_likes where post_id = p.id)
        or comments <> (select count(*) from comments where post_id = p.id)
        or shares <> (select count(*) from posts where shared_post_id = p.id)`);
    expect(rows).toEqual([]);
  });

  it('dates nothing in the future and lets creators write no posts', async () => {
    const { rows } = await client.query(`select 1 from posts where created_at > now()
      union all select 1 from comments where created_at > now()
      union all select 1 from posts p join users u on u.id = p.user_id where u.role = 'creator'
      union all select 1 from comments c join users u on u.id = c.user_id where u.role = 'creator'`);
    expect(rows).toEqual([]);
  });

  it('stores each image in the folder of its id', async () => {
    const { rows } = await client.query<{ id: string; size_bytes: string }>('select id, size_bytes from files');
    expect(rows.length).toBeGreaterThan(10);
    for (const { id, size_bytes: size } of rows) {
      expect(statSync(join(dataDir, 'files', id.slice(-2), id)).size).toBe(Number(size));
    }
    expect(readdirSync(join(dataDir, 'files')).length).toBeGreaterThan(0);
  });

  it('finds users and posts by words', async () => {
    const { rows } = await client.query(
      `select entity_type from search_index where fts @@ plainto_tsquery('simple', 'statistics') order by 1`,
    );
    expect(rows.map((row) => row.entity_type)).toEqual(expect.arrayContaining(['course', 'user']));
  });
});

describe('query', () => {
  it('prepares a statement by name and returns typed rows', async () => {
    const pool = createPool(database.url, { max: 1 });
    const statement = { name: 'users-by-role', text: 'select count(*)::int as n from users where role = $1' };
    expect(await query<{ n: number }>(pool, statement, ['creator'])).toEqual([{ n: 4 }]);
    expect(
      await query(pool, {
        name: 'prepared',
        text: `select name from pg_prepared_statements where name = 'users-by-role'`,
      }),
    ).toHaveLength(1);
    await pool.end();
  });

  it('cancels a statement that runs too long, and ends a transaction that runs none', async () => {
    const pool = createPool(database.url);
    expect(await query(pool, { name: 'timeout', text: 'show statement_timeout' })).toEqual([
      { statement_timeout: '2500ms' },
    ]);
    const idle = 'show idle_in_transaction_session_timeout';
    expect(await query(pool, { name: 'idle', text: idle })).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
    await pool.end();
    const orm = await MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
    expect(await orm.em.fork().execute('show statement_timeout')).toEqual([{ statement_timeout: '2500ms' }]);
    expect(await orm.em.fork().execute(idle)).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
    await orm.close();
  });
});
