import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MikroORM } from '@mikro-orm/postgresql';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { entities } from '../entities.ts';
import { createTestDatabase } from '../testing/database.ts';
import { urlOf } from '../testing/template.ts';
import { createTestApp } from '../testing/test-app.ts';
import { migrate, reset, seed } from './commands.ts';
import { ormConfig } from './mikro-orm.config.ts';
import { hashMigration, listMigrations } from './schema-state.ts';

type Migrations = (typeof import('./migrations/index.ts'))['migrations'];

const list = vi.hoisted((): { current: Migrations } => ({ current: [] }));
// The list of migrations as another version of the program would have it.
vi.mock('./migrations/index.ts', () => ({
  get migrations() {
    return list.current;
  },
}));
const { migrations } = await vi.importActual<typeof import('./migrations/index.ts')>('./migrations/index.ts');
const [Initial] = migrations;

/** Makes a migration with this SQL. */
function makeMigration(name: string, ...statements: string[]): Migrations[number] {
  const Made = class extends Migration {
    override name = name;
    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  };
  Object.defineProperty(Made, 'name', { value: name });
  return Made as unknown as Migrations[number];
}

const First = makeMigration(
  'Migration20990101000000First',
  'create table first (id int)',
  'insert into first values (1)',
);
const Second = makeMigration('Migration20990102000000Second', 'alter table first add name text');
/** The first migration after an edit of its second statement. */
const Edited = makeMigration(First.name, 'create table first (id int)', 'insert into first values (2)');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
const addresses = () => [database.url, { migrateUrl: database.ownerUrl }] as const;
const empty = () =>
  client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public');
const rowsOf = async (statement: string) => (await client.query<Record<string, unknown>>(statement)).rows;

beforeAll(async () => {
  list.current = [...migrations];
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
beforeEach(() => {
  list.current = [...migrations];
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('hashes of migrations', () => {
  it('are stored with the names, and those of later migrations are added', async () => {
    await empty();
    list.current = [First];
    expect(await migrate(...addresses())).toEqual([First.name]);
    list.current = [First, Second];
    expect(await migrate(...addresses())).toEqual([Second.name]);
    expect(await migrate(...addresses())).toEqual([]);
    expect(await rowsOf('select name, hash from schema_migrations order by id')).toEqual(listMigrations());
    expect(await rowsOf('select id, name from first')).toEqual([{ id: 1, name: null }]);
  });

  it('are not stored when a migration fails, nor is anything else', async () => {
    list.current = [First, Second, makeMigration('Migration20990103000000Third', 'create table third ()', 'nonsense')];
    await expect(migrate(...addresses())).rejects.toThrow('nonsense');
    expect(await rowsOf('select name from schema_migrations')).toHaveLength(2);
    expect(await rowsOf(`select to_regclass('third') as third`)).toEqual([{ third: null }]);
  });

  it('differ when a word of the SQL does', () => {
    expect(hashMigration(First)).not.toBe(hashMigration(Edited));
    expect(hashMigration(First)).toBe(hashMigration(First));
    expect(hashMigration(makeMigration('A', 'select 1', 'select 2'))).not.toBe(
      hashMigration(makeMigration('A', 'select 1; select 2')),
    );
  });

  it('exist only for constant SQL', () => {
    class Late extends Migration {
      override name = 'Late';
      override async up(): Promise<void> {
        await Promise.resolve();
        this.addSql('select 1');
      }
    }
    expect(() => hashMigration(Late as unknown as Migrations[number])).toThrow('Late: `up` may only pass constant SQL');
    expect(() => hashMigration(makeMigration('None'))).toThrow('constant SQL');
  });
});

describe('a database of another version', () => {
  const REFUSAL = /^The database (was made|has the migration).*Nothing was changed.*keep the data.*npm run db -- reset/;

  it('is refused when a migration was edited, and is left as it is', async () => {
    list.current = [Edited, Second];
    await expect(migrate(...addresses())).rejects.toThrow(/its migration Migration20990101000000First is not the one/);
    await expect(migrate(...addresses())).rejects.toThrow(REFUSAL);
    list.current = [Edited, Second, makeMigration('Migration20990103000000Third', 'create table third ()')];
    await expect(migrate(...addresses())).rejects.toThrow(REFUSAL);
    expect(await rowsOf('select id, name from first')).toEqual([{ id: 1, name: null }]);
    expect(await rowsOf(`select to_regclass('third') as third`)).toEqual([{ third: null }]);
  });

  it('is refused when it has a migration that this version does not know', async () => {
    list.current = [First];
    await expect(migrate(...addresses())).rejects.toThrow(/has the migration Migration20990102000000Second, which/);
    await expect(migrate(...addresses())).rejects.toThrow(REFUSAL);
  });

  it('is refused when it was made before hashes were stored', async () => {
    list.current = [First, Second];
    await client.query('alter table schema_migrations drop hash');
    await expect(migrate(...addresses())).rejects.toThrow(REFUSAL);
    expect(await rowsOf('select * from schema_migrations limit 1')).not.toHaveProperty('0.hash');
    await reset(...addresses());
    expect(await migrate(...addresses())).toEqual([]);
  });

  it('is refused by a server that starts, in one line', async () => {
    const other = await createTestDatabase();
    await changeHash(other.ownerUrl);
    const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-schema-'));
    const server = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: other.url,
        DATA_DIR: dataDir,
        PUBLIC_URL: 'http://127.0.0.1:4000',
        PORT: '1',
      },
    });
    const ended = once(server, 'exit');
    const failure = await text(server.stderr);
    expect(await ended).toEqual([1, null]);
    expect(failure).toMatch(REFUSAL);
    expect(failure.trim().split('\n')).toHaveLength(1);
    rmSync(dataDir, { recursive: true });
    await other.drop();
  });

  it('makes a running server unready', async () => {
    const app = await createTestApp();
    const readiness = async () => {
      const { status, body } = await app.visitor().get('/api/health/ready');
      return [status, body['message']];
    };
    expect(await readiness()).toEqual([200, undefined]);
    await app.runAsOwner(`update schema_migrations set hash = 'f00d'`);
    const changed = [503, 'The database has the schema of another version of the server'];
    await expect.poll(readiness).toEqual(changed);
    await app.runAsOwner('alter table schema_migrations drop hash');
    await expect.poll(readiness).toEqual(changed);
    await app.close();
  });
});

async function changeHash(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`update schema_migrations set hash = repeat('0', 64)`);
  await owner.end();
}

/** Tables that a migration empties, since jobs make their rows again. */
const REBUILT: ReadonlySet<string> = new Set(['search_words']);

describe('the migrations of this version', () => {
  it('have the names of their classes, and SQL that depends on nothing else', () => {
    for (const Each of migrations) {
      expect(new Each(undefined as never, undefined as never).name ?? Each.name).toBe(Each.name);
      expect(hashMigration(Each)).toMatch(/^[0-9a-f]{64}$/);
    }
    const folder = join(import.meta.dirname, 'migrations');
    for (const file of readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))) {
      const sources = [...readFileSync(join(folder, file), 'utf8').matchAll(/ from '(.*)'/g)].map(([, from]) => from);
      expect(sources.filter((from) => from !== '@mikro-orm/migrations' && !from?.startsWith('./'))).toEqual([]);
    }
  });

  it('run on a database with rows, and end with the schema of the entities', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-schema-'));
    const seeded = await createTestDatabase();
    expect(await seed(seeded.url, dataDir)).toBe(true);
    rmSync(dataDir, { recursive: true });
    await empty();
    list.current = migrations.filter((Each) => Each === Initial);
    await migrate(database.ownerUrl);
    const counts = await copyRows(
      seeded.ownerUrl,
      urlOf(inject('postgres').adminUrl, new URL(database.url).pathname.slice(1)),
    );
    expect(counts.get('users')).toBeGreaterThan(10);
    list.current = [...migrations];
    expect(await migrate(...addresses())).toEqual(migrations.slice(1).map(({ name }) => name));
    for (const [table, count] of counts) {
      if (REBUILT.has(table)) continue;
      const [row] = await rowsOf(`select count(*)::int as count from ${table}`);
      expect(row?.['count'], table).toBeGreaterThanOrEqual(count);
    }
    const orm = await MikroORM.init(ormConfig({ databaseUrl: database.ownerUrl, entities }));
    expect((await orm.schema.getUpdateSchemaSQL({ dropTables: false })).trim()).toBe('');
    await orm.close();
    list.current = [...migrations, makeMigration('Migration20990101000000Bad', 'alter table users add x int not null')];
    await expect(migrate(...addresses())).rejects.toThrow('contains null values');
    await seeded.drop();
  });
});

/**
 * Copies the rows of all tables, in the columns that both databases have, without triggers and checks of references.
 * Returns how many each table has.
 */
async function copyRows(fromUrl: string, toUrl: string): Promise<Map<string, number>> {
  const [from, to] = [new pg.Client({ connectionString: fromUrl }), new pg.Client({ connectionString: toUrl })];
  await Promise.all([from.connect(), to.connect()]);
  await to.query(`set session_replication_role = 'replica'`);
  const [source, target] = [await columnsOf(from), await columnsOf(to)];
  const counts = new Map<string, number>();
  for (const [table, columns] of target) {
    const names = columns.filter((column) => source.get(table)?.includes(column)).join(', ');
    if (names === '') continue;
    const { rows } = await from.query<{ all: unknown }>(
      `select coalesce(json_agg(t), '[]') as all from (select ${names} from ${table}) t`,
    );
    const { rowCount } = await to.query(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows[0]?.all)],
    );
    counts.set(table, rowCount ?? 0);
  }
  await Promise.all([from.end(), to.end()]);
  return counts;
}

/** Columns of each table that are not generated. */
async function columnsOf(reader: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await reader.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(quote_ident(column_name)::text) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
        and table_name <> 'schema_migrations' group by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
